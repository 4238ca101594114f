// How the program chooses a move, at each strength.

import { likely } from './estimate.mjs';

/**
 * The discs by which a move may be worse than the best and still be chosen about one time for three
 * that the best is.
 */
const TOLERANCE = { perfect: 0, strong: 1, club: 4, beginner: 12 };

/**
 * One of the plies in `moves`, a map from plies to what is known of their values. With perfect play
 * it is the first of the best.
 *
 * @param {() => number} random gives a number from 0 up to 1
 */
export function choose(moves, level, random = Math.random) {
  const values = [...moves].map(([ply, estimate]) => [ply, likely(estimate) ?? (estimate.lower + estimate.upper) / 2]);
  const best = Math.max(...values.map(([, value]) => value));
  const tolerance = TOLERANCE[level];
  if (tolerance === 0) return values.find(([, value]) => value === best)?.[0];
  const weights = values.map(([, value]) => Math.exp((value - best) / tolerance));
  let place = random() * weights.reduce((sum, weight) => sum + weight, 0);
  return values.find((_, n) => (place -= weights[n]) < 0)?.[0] ?? values.at(-1)?.[0];
}
