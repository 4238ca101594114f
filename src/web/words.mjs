// Positions, moves and values in words.

import { count, opponentOf } from './rules.mjs';
import { PASS } from './game.mjs';
import { isExact, kindOf, likely } from './estimate.mjs';

/** `Black` or `White`. */
export function nameOfColor(color) {
  return color === 'black' ? 'Black' : 'White';
}

/** A value with its sign: `+3`, `0`, `−8`. */
export function signed(value) {
  return value > 0 ? `+${value}` : `${value}`.replace('-', '−');
}

/** A number with thousands separators: `60,060`. */
export function grouped(number) {
  return number.toLocaleString('en');
}

/** A number and its noun: `1 game`, `60,060 games`. */
export function counted(number, one, many = `${one}s`) {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** A text as a sentence: with a capital letter and a full stop. */
export function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** The disc count, Black's first, and the empty squares: `3 to 11, 2 squares empty`. */
export function discCount(position) {
  const left = count(position, null);
  const squares = left === 0 ? '' : `, ${counted(left, 'square')} empty`;
  return `${count(position, 'black')} to ${count(position, 'white')}${squares}`;
}

/** The player to move, or the end of the game. */
export function turnInWords({ side, turn }) {
  const name = nameOfColor(side);
  return { place: `${name} to move`, pass: `${name} must pass`, over: 'Game over' }[turn];
}

/**
 * An estimate short enough for a square of the board: `+4`, `≥+2`, `≈+3`, or empty if nothing is
 * known.
 */
export function estimateShort(estimate, squares) {
  const { lower, upper } = estimate;
  switch (kindOf(estimate, squares)) {
    case 'exact':
      return signed(lower);
    case 'forecast':
      return `≈${signed(likely(estimate))}`;
    case 'bounds':
      if (lower > -squares && upper < squares) return `${signed(lower)}…${signed(upper)}`;
      return lower > -squares ? `≥${signed(lower)}` : `≤${signed(upper)}`;
    default:
      return '';
  }
}

/** The same estimate for a screen reader. */
export function estimateAloud(estimate, squares) {
  const { lower, upper, error } = estimate;
  switch (kindOf(estimate, squares)) {
    case 'exact':
      return `value ${signed(lower)}`;
    case 'forecast':
      return `forecast ${signed(likely(estimate))}${error ? `, give or take ${error}` : ''}`;
    case 'bounds':
      if (lower > -squares && upper < squares) return `between ${signed(lower)} and ${signed(upper)}`;
      return lower > -squares ? `at least ${signed(lower)}` : `at most ${signed(upper)}`;
    default:
      return 'value not known yet';
  }
}

/** An estimate as an outcome; `last` is the position at the end of best play, if known. */
export function outcomeInWords({ side, cells }, estimate, last) {
  const { lower, upper, error } = estimate;
  const player = nameOfColor(side);
  const winner = (value) => nameOfColor(value > 0 ? side : opponentOf(side));
  const by = (value) => (value === 0 ? 'a draw' : `${winner(value)} by ${Math.abs(value)}`);
  switch (kindOf(estimate, cells.length)) {
    case 'exact': {
      const result = lower === 0 ? 'the game is a draw' : `${winner(lower)} wins by ${Math.abs(lower)}`;
      return last ? `${result} (${discCount(last)})` : result;
    }
    case 'forecast':
      return `${by(likely(estimate))}, ${error ? `give or take ${error}` : 'roughly'}`;
    case 'bounds':
      if (lower > -cells.length && upper < cells.length) return `between ${by(lower)} and ${by(upper)}`;
      if (lower > 0) return `${winner(1)} wins by ${lower} or more`;
      if (upper < 0) return `${winner(-1)} wins by ${-upper} or more`;
      if (lower === 0) return `${player} draws at worst`;
      if (upper === 0) return `${player} draws at best`;
      return lower > -cells.length ? `${player} loses by ${-lower} at worst` : `${player} wins by ${upper} at best`;
    default:
      return 'not known yet';
  }
}

/** Why a game is over. */
export function endInWords(position) {
  return count(position, null) === 0 ? 'The board is full.' : 'Neither player has a legal move.';
}

/** A ply for display and screen readers: `b1`, `pass`. */
export function plyInWords(ply) {
  return ply === PASS ? 'pass' : ply;
}

/** The discs that a ply loses and the best reply to it, where known, as phrases. */
export function refutationParts({ side }, cost, reply) {
  const loses = cost > 0 ? [`loses ${counted(cost, 'disc')}`] : [];
  const answers = reply ? [`${nameOfColor(opponentOf(side))} ${reply === PASS ? 'must pass' : `answers with ${reply}`}`] : [];
  return [...loses, ...answers];
}

/** The same in sentences, with the value of the ply. */
export function refutationInWords(position, ply, estimate, cost, reply) {
  const name = plyInWords(ply);
  const parts = refutationParts(position, cost, reply);
  const first = cost === undefined ? `${name}: ${estimateAloud(estimate, position.cells.length)}`
    : cost > 0 ? `${name} ${parts.shift()}` : `${name} is a best move`;
  const last = isExact(estimate) ? [sentence(outcomeInWords(position, estimate))] : [];
  return [...[first, ...parts].map((part) => `${part}.`), ...last].join(' ');
}
