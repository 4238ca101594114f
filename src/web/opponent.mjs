// How the computer chooses a move at each strength.

import { likely } from './estimate.mjs';
import { count } from './rules.mjs';

/**
 * The discs that a move may lose and still be chosen about one third as often as the best move.
 */
const TOLERANCE = { perfect: 0, strong: 1, club: 4, beginner: 12 };

/** Whether every value of a game from here on is found in time: from the start of a solved board, or from an endgame. */
export function isSolvedFrom(root) {
  const empties = count(root, null);
  return empties <= 22 || (root.cells.length <= 36 && empties === root.cells.length - 4);
}

/**
 * Chooses one of the plies in `moves`, a map from plies to estimates. At perfect strength, this is
 * the first of the best.
 *
 * @param {() => number} random returns a number from 0 up to but not including 1
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
