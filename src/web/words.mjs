// The value of a position, and what happens in it, in words.

import { count, empty } from './rules.mjs';
import { PASS, discs, opponentOf } from './game.mjs';

/** `Black` or `White`. */
export function nameOfColor(color) {
  return color === 'black' ? 'Black' : 'White';
}

/** A value with its sign: `+3`, `0`, `−8`. */
export function signed(value) {
  return value > 0 ? `+${value}` : `${value}`.replace('-', '−');
}

/** `win`, `draw` or `loss`, for the player whose value it is. */
export function outcomeOf(value) {
  return value > 0 ? 'win' : value < 0 ? 'loss' : 'draw';
}

/** A number with its thousands apart: `60,060`. */
export function grouped(number) {
  return number.toLocaleString('en');
}

/** A number and what it counts, such as `1 game` and `60,060 games`. */
export function counted(number, one, many = `${one}s`) {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** The discs of Black and White and the squares left empty: `3–11, 2 squares empty`. */
export function discCount(stage) {
  const { black, white } = discs(stage);
  const left = count(empty(stage.position));
  const squares = left === 0 ? '' : `, ${counted(left, 'square')} empty`;
  return `${count(black)}–${count(white)}${squares}`;
}

/** Who is to move, or that nobody is. */
export function turnInWords({ color, turn }) {
  const name = nameOfColor(color);
  return { place: `${name} to move`, pass: `${name} has to pass`, over: 'Game over' }[turn];
}

/** What a value means: `White wins by 8 (3–11, 2 squares empty)`, `last` being the stage at the end. */
export function valueInWords({ color }, value, last) {
  const winner = nameOfColor(value > 0 ? color : opponentOf(color));
  const result = value === 0 ? 'It is a draw' : `${winner} wins by ${Math.abs(value)}`;
  return `${result} (${discCount(last)})`;
}

/** Why a game is over. */
export function endInWords(stage) {
  return empty(stage.position) === 0 ? 'The board is full.' : 'Neither player has a legal move.';
}

/** A ply as it is read out: `b1`, `pass`. */
export function plyInWords(ply) {
  return ply === PASS ? 'pass' : ply;
}
