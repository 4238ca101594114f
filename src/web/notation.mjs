// Notation for positions and games: cells, OBF, transcripts and GGF.
//
// Text that cannot be read gives an `error` that explains why.

import { texts } from './language.mjs';
import { positionOf } from './rules.mjs';
import { PASS, after, legalPlies, nameOf, squareOf } from './game.mjs';

/** The fewest columns or rows of a board. */
const FEWEST_LINES = 2;

/** The most columns or rows of a board. */
const MOST_LINES = 26;

/** The most squares of a board. */
const MOST_SQUARES = 64;

const SYMBOLS = { black: 'X', white: 'O', null: '-' };

/** The cells from a1, row by row, and the side to move: `-----OX--XO----- X`. */
export function positionText({ cells, side }) {
  return `${cells.map((cell) => SYMBOLS[cell]).join('')} ${SYMBOLS[side]}`;
}

/** A size such as `6x4`. */
export function sizeText({ width, height }) {
  return `${width}x${height}`;
}

/** Identifies a board and its rules; the key of every store of values. */
export function boardText(size, { score, objective }) {
  return `${sizeText(size)} ${score} ${objective}`;
}

/** Reads a size as written by {@link sizeText}, or `8` for `8x8`. */
export function readSize(text) {
  const [, columns, rows = columns] = text.match(/^(\d{1,2})(?:[x×](\d{1,2}))?$/i) ?? [];
  const [width, height] = [Number(columns), Number(rows)];
  const fits = [width, height].every((lines) => lines >= FEWEST_LINES && lines <= MOST_LINES);
  if (fits && width * height <= MOST_SQUARES) return { width, height };
  return { error: texts.error.size(text, FEWEST_LINES, MOST_LINES, MOST_SQUARES) };
}

const COLORS = { X: 'black', B: 'black', '*': 'black', O: 'white', W: 'white', 0: 'white' };

/**
 * Reads a position as written by {@link positionText}, also with spaces and in lower case, or a
 * line of OBF, ignoring its scores.
 *
 * @param {{width: number, height: number}} size the board, if the number of cells matches;
 * otherwise a square board is assumed
 */
export function readPosition(text, size) {
  const written = text.split(/[;%#]/)[0].replace(/\s/g, '');
  const symbols = written.toUpperCase();
  const wrong = symbols.search(/[^XBOW*0._-]/);
  const side = COLORS[symbols.at(-1)];
  const squares = symbols.length - 1;
  const { width, height } = squares === size.width * size.height ? size : readSize(`${Math.sqrt(squares)}`);
  if (wrong >= 0 || !side || !width) {
    const { cell, noSide, cellCount } = texts.error;
    return { error: wrong >= 0 ? cell(written, wrong + 1) : side ? cellCount(squares) : noSide };
  }
  const cells = [...symbols.slice(0, -1)].map((symbol) => COLORS[symbol] ?? null);
  return { position: positionOf(width, height, cells, side) };
}

/**
 * Reads a transcript such as `b1 a1 pa c1`. Passes may be omitted. `plies` stops before the first
 * illegal ply.
 */
export function readTranscript(root, text) {
  const plies = [];
  let here = root;
  const add = (ply) => {
    plies.push(ply);
    here = after(here, ply);
  };
  for (const [written] of text.matchAll(/[a-z]\d+|pa(?:ss)?|ps|--|\S+/gi)) {
    const ply = /^(pa|ps|--)/i.test(written) ? PASS : written.toLowerCase();
    if (here.turn === 'pass' && ply !== PASS) add(PASS);
    if (!legalPlies(here).includes(ply)) {
      const { illegalAtStart, illegalAfter, noSquare } = texts.error;
      const known = ply === PASS || squareOf(root, ply) !== undefined;
      const error = !known ? noSquare(written, nameOf(root, root.cells.length - 1))
        : plies.length === 0 ? illegalAtStart(written)
          : illegalAfter(written, plies.slice(-6).join(''));
      return { plies, error };
    }
    add(ply);
  }
  return { plies, error: '' };
}

/** Reads a game in the format of the Generic Game Server: `(;GM[Othello]BO[8 … *]B[f5]W[f6];)`. */
export function readGgf(text) {
  const properties = [...text.matchAll(/([A-Z]+)\s*\[([^\]]*)\]/g)].map(([, name, value]) => ({ name, value }));
  const board = properties.find(({ name }) => name === 'BO')?.value.trim() ?? '';
  const [, written, cells] = board.match(/^(\S+)\s+(.*)$/s) ?? [];
  if (cells === undefined) return { error: texts.error.noBoard };
  const size = readSize(written);
  if (size.error) return size;
  const { position: root, error } = readPosition(cells, size);
  if (error) return { error };
  const moves = properties.filter(({ name }) => name === 'B' || name === 'W');
  return { root, ...readTranscript(root, moves.map(({ value }) => value.split('/')[0].trim()).join(' ')) };
}

/** Writes a game in the format that {@link readGgf} reads. */
export function formatGgf(root, plies) {
  const size = root.width === root.height ? `${root.width}` : sizeText(root);
  let here = root;
  const moves = plies.map((ply) => {
    const move = `${here.side === 'black' ? 'B' : 'W'}[${ply}]`;
    here = after(here, ply);
    return move;
  });
  return `(;GM[Othello]TY[${size}]BO[${size} ${positionText(root).replaceAll('X', '*')}]${moves.join('')};)`;
}
