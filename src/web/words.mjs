// The value of a position, and what happens in it, in words.

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

/** A number with its thousands apart: `60,060`. */
export function grouped(number) {
  return number.toLocaleString('en');
}

/** A number and what it counts, such as `1 game` and `60,060 games`. */
export function counted(number, one, many = `${one}s`) {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** The discs of Black and White and the squares left empty: `3 to 11, 2 squares empty`. */
export function discCount(position) {
  const left = count(position, null);
  const squares = left === 0 ? '' : `, ${counted(left, 'square')} empty`;
  return `${count(position, 'black')} to ${count(position, 'white')}${squares}`;
}

/** Who is to move, or that nobody is. */
export function turnInWords({ side, turn }) {
  const name = nameOfColor(side);
  return { place: `${name} to move`, pass: `${name} has to pass`, over: 'Game over' }[turn];
}

/** What is known of a value, as short as a square of the board: `+4`, `≥+2`, `≈+3`, and nothing if nothing is. */
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

/** The same as it is read out. */
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

/** What is known of the outcome; `last` is the position at the end of best play, if that is known. */
export function outcomeInWords({ side, cells }, estimate, last) {
  const { lower, upper, error } = estimate;
  const winner = (value) => nameOfColor(value > 0 ? side : opponentOf(side));
  const by = (value) => (value === 0 ? 'a draw' : `${winner(value)} by ${Math.abs(value)}`);
  switch (kindOf(estimate, cells.length)) {
    case 'exact': {
      const result = lower === 0 ? 'It is a draw' : `${winner(lower)} wins by ${Math.abs(lower)}`;
      return last ? `${result} (${discCount(last)})` : result;
    }
    case 'forecast':
      return `${by(likely(estimate))}, ${error ? `give or take ${error}` : 'more or less'}`;
    case 'bounds':
      if (lower > -cells.length && upper < cells.length) return `between ${by(lower)} and ${by(upper)}`;
      if (lower > 0) return `${winner(1)} wins by ${lower} or more`;
      if (upper < 0) return `${winner(-1)} wins by ${-upper} or more`;
      return lower > -cells.length ? `at worst for ${nameOfColor(side)}: ${by(lower)}`
        : `at best for ${nameOfColor(side)}: ${by(upper)}`;
    default:
      return 'not known yet';
  }
}

/** Why a game is over. */
export function endInWords(position) {
  return count(position, null) === 0 ? 'The board is full.' : 'Neither player has a legal move.';
}

/** A ply as it is read out: `b1`, `pass`. */
export function plyInWords(ply) {
  return ply === PASS ? 'pass' : ply;
}

/** What a ply gives away, and what answers it, as far as that is known, in parts of a sentence. */
export function refutationParts({ side }, cost, reply) {
  const gives = cost > 0 ? [`gives away ${counted(cost, 'disc')}`] : [];
  const answers = reply ? [`${nameOfColor(opponentOf(side))} ${reply === PASS ? 'has to pass' : `answers ${reply}`}`] : [];
  return [...gives, ...answers];
}

/** The same in sentences, with what the ply is worth. */
export function refutationInWords(position, ply, estimate, cost, reply) {
  const name = plyInWords(ply);
  const parts = refutationParts(position, cost, reply);
  const first = cost === undefined ? `${name}: ${estimateAloud(estimate, position.cells.length)}`
    : cost > 0 ? `${name} ${parts.shift()}` : `${name} is a best move`;
  const last = isExact(estimate) ? [outcomeInWords(position, estimate)] : [];
  return [first, ...parts, ...last].map((part) => `${part}.`).join(' ');
}
