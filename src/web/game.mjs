// A game: plies from a start, and how games and positions are written.
//
// A ply is the name of a square, such as `b1`, or `pa` for a pass. A stage is
// what the board shows between two plies.

import { STARTS, list, moves, pass, play, turn } from './rules.mjs';

/** The ply of a player who has no legal move. */
export const PASS = 'pa';

/**
 * What the board shows between two plies.
 *
 * @typedef {object} Stage
 * @property {{own: number, opponent: number}} position the discs
 * @property {'black' | 'white'} color the player to move, who owns `own`
 * @property {'place' | 'pass' | 'over'} turn what that player may do
 */

/** The name of a square, from its number: 0 is a1. */
export function nameOf(square) {
  return 'abcd'[square % 4] + (Math.floor(square / 4) + 1);
}

/** The number of a square, from its name. */
export function squareOf(name) {
  return 'abcd'.indexOf(name[0]) + 4 * (Number(name[1]) - 1);
}

/** The other colour. */
export function opponentOf(color) {
  return color === 'black' ? 'white' : 'black';
}

/** The stage at which every game from a start begins. */
export function firstStage(start) {
  return stage(STARTS[start], 'black');
}

function stage(position, color) {
  return { position, color, turn: turn(position) };
}

/** The plies that are legal at a stage, in ascending order of their squares. */
export function legalPlies({ position, turn }) {
  if (turn === 'over') return [];
  return turn === 'pass' ? [PASS] : list(moves(position)).map(nameOf);
}

/** The stage after a legal ply. */
export function after({ position, color }, ply) {
  const next = ply === PASS ? pass(position) : play(position, squareOf(ply));
  return stage(next, opponentOf(color));
}

/** All stages of a game, from before its first ply to after its last. */
export function stagesOf(start, plies) {
  const stages = [firstStage(start)];
  for (const ply of plies) stages.push(after(stages.at(-1), ply));
  return stages;
}

/** The discs of both colours at a stage, as sets of squares. */
export function discs({ position, color }) {
  return color === 'black'
    ? { black: position.own, white: position.opponent }
    : { black: position.opponent, white: position.own };
}

/** The cells from a1, row by row, and the side to move: `-----OX--XO----- X`. */
export function positionText(stage) {
  const { black, white } = discs(stage);
  const cell = (square) => ((black >> square) & 1 ? 'X' : (white >> square) & 1 ? 'O' : '-');
  const cells = Array.from({ length: 16 }, (_, square) => cell(square)).join('');
  return `${cells} ${stage.color === 'black' ? 'X' : 'O'}`;
}

/**
 * Reads what {@link positionText} writes. Small letters and spaces between the
 * cells will do, and a dot for an empty square.
 *
 * @returns {{position: {own: number, opponent: number}, color: string} | undefined}
 */
export function parsePosition(text) {
  const symbols = text.replace(/\s/g, '').toUpperCase().replaceAll('.', '-');
  if (!/^[XO-]{16}[XO]$/.test(symbols)) return undefined;
  const squares = (disc) => [...symbols.slice(0, 16)].reduce((set, it, n) => set | (Number(it === disc) << n), 0);
  const [own, opponent] = symbols[16] === 'X' ? ['X', 'O'] : ['O', 'X'];
  return {
    position: { own: squares(own), opponent: squares(opponent) },
    color: own === 'X' ? 'black' : 'white',
  };
}

/**
 * Reads a transcript such as `b1a1pac1`. A pass may be written `pa` or `--`,
 * or left out. Reading stops at the first ply that is not legal: `error` then
 * says why, and `plies` holds those before it.
 */
export function parseTranscript(start, text) {
  const plies = [];
  let here = firstStage(start);
  const add = (ply) => {
    plies.push(ply);
    here = after(here, ply);
  };
  for (const [written] of text.toLowerCase().matchAll(/.{1,2}/gs)) {
    const ply = written === '--' ? PASS : written;
    if (here.turn === 'pass' && ply !== PASS) add(PASS);
    if (!legalPlies(here).includes(ply)) {
      return { plies, error: `“${written}” is not a legal move after “${plies.join('')}”.` };
    }
    add(ply);
  }
  return { plies, error: '' };
}
