// A game: a sequence of plies from a position.
//
// A ply is the name of a square, such as `b1`, or `pa` for a pass.

import { pass, play } from './rules.mjs';

/** The ply of a player who has no legal move. */
export const PASS = 'pa';

/** The name of a square, given its number: 0 is a1. */
export function nameOf({ width }, square) {
  return String.fromCharCode(97 + (square % width)) + (Math.floor(square / width) + 1);
}

/** The number of a square, given its name, or `undefined` if the board has no such square. */
export function squareOf({ width, height }, name) {
  const [column, row] = [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
  const exists = /^[a-z][1-9]\d?$/.test(name) && column < width && row < height;
  return exists ? row * width + column : undefined;
}

/** The legal plies in a position, in ascending order of their squares. */
export function legalPlies(position) {
  if (position.turn === 'over') return [];
  return position.turn === 'pass' ? [PASS] : position.moves.map((square) => nameOf(position, square));
}

/** The position after a legal ply. */
export function after(position, ply) {
  return ply === PASS ? pass(position) : play(position, squareOf(position, ply));
}

/** The position itself, or the position after the pass if its player must pass. */
export function afterForcedPass(position) {
  return position.turn === 'pass' ? pass(position) : position;
}

/** All positions of a game, from before its first ply to after its last. */
export function positionsOf(root, plies) {
  const positions = [root];
  for (const ply of plies) positions.push(after(positions.at(-1), ply));
  return positions;
}

/** Adds the passes to a line that omits them. Stops before the first illegal move. */
export function withPasses(root, moves) {
  const plies = [];
  let here = root;
  const add = (ply) => {
    plies.push(ply);
    here = after(here, ply);
  };
  for (const move of moves) {
    if (here.turn === 'pass') add(PASS);
    if (!legalPlies(here).includes(move)) return plies;
    add(move);
  }
  if (here.turn === 'pass') add(PASS);
  return plies;
}
