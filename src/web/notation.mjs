// Notation for positions and games: cells, OBF, transcripts and GGF.
//
// Text that cannot be read gives an `error` that explains why.

import { texts } from './language.mjs';
import { positionOf, startOf } from './rules.mjs';
import { PASS, after, legalPlies, nameOf, positionsOf, squareOf } from './game.mjs';

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

/** Whether a field of OBF is a legal move or a forced pass with its score, or says that there is no score. */
function isScore(position, field) {
  const [, ply, score] = field.toLowerCase().match(/^([a-z]\d+|ps|pa|--)\s*:\s*([+-]?\d+)$/) ?? [];
  const isPass = /^(ps|pa|--)$/.test(ply);
  if (isPass && score === '-127') return true;
  const isPossible = Math.abs(Number(score)) <= position.cells.length;
  return isPossible && legalPlies(position).includes(isPass ? PASS : ply);
}

/**
 * Reads a position as written by {@link positionText}, also with spaces and in lower case, or a
 * line of OBF, whose scores are checked but not shown.
 *
 * @param {{width: number, height: number}} size the board, if the number of cells matches;
 * otherwise a square board is assumed
 */
export function readPosition(text, size) {
  const [before, ...fields] = text.split(/[%#]/)[0].split(';');
  const written = before.replace(/\s/g, '');
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
  const position = positionOf(width, height, cells, side);
  const scores = fields.map((field) => field.toLowerCase().split(':').map((part) => part.trim()));
  const contradicts = ([move, score]) => scores.some(([other, its]) => move && move === other && Number(score) !== Number(its));
  const field = fields.find((it, at) => it.trim() && (!isScore(position, it.trim()) || contradicts(scores[at])));
  return field === undefined ? { position } : { error: texts.error.score(field.trim()) };
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

/** The properties of a game in GGF, or `undefined` if the text is not exactly one whole game. */
function propertiesOf(text) {
  const property = /\s*([A-Z]+)\s*\[([^\]]*)\]/gy;
  const begin = text.indexOf('(;');
  property.lastIndex = begin + 2;
  const properties = [];
  let end = property.lastIndex;
  for (let found; (found = property.exec(text)); end = property.lastIndex) {
    properties.push({ name: found[1], value: found[2].trim() });
  }
  return begin >= 0 && /^\s*;?\s*\)[)\s]*(?:[#%][^\n]*\s*)?$/.test(text.slice(end)) ? properties : undefined;
}

/**
 * Reads a game in the format of the Generic Game Server: `(;GM[Othello]BO[8 … *]B[f5]W[f6];)`. What is not exactly
 * one whole game by the usual rules is left to a solver; the result is then `undefined`.
 */
export function readGgf(text) {
  const properties = propertiesOf(text);
  const valueOf = (wanted) => properties.find(({ name }) => name === wanted)?.value;
  if (!properties || !/^othello$/i.test(valueOf('GM') ?? 'othello')) return undefined;
  if (['KM', 'KB', 'KW'].some((name) => Number(valueOf(name) ?? 0) !== 0)) return undefined;
  const [, written, cells] = valueOf('BO')?.match(/^(\S+)\s+(.*)$/s) ?? [];
  if (cells === undefined) return { error: texts.error.noBoard };
  const size = readSize(written);
  if (size.error) return size;
  const [, columns = size.width] = valueOf('TY')?.match(/^[a-z]*(\d+)/i) ?? [];
  if (Number(columns) !== size.width || /^\s*(?!1\s)\d/.test(text)) return undefined;
  const { position: root, error } = readPosition(cells, size);
  if (error || sizeText(root) !== sizeText(size)) return error ? { error } : undefined;
  const moves = properties.filter(({ name }) => ['B', 'W', 'BO'].includes(name)).slice(1);
  const game = readTranscript(root, moves.map(({ value }) => value.split('/')[0].trim()).join(' '));
  const played = game.plies.filter((ply) => ply !== PASS);
  const movers = moves.filter(({ value }) => squareOf(root, value.split('/')[0].trim().toLowerCase()) !== undefined);
  const sides = positionsOf(root, game.plies).filter((_, at) => game.plies[at] && game.plies[at] !== PASS);
  // A game in which the other colour moves, or that has a second board, is left to a solver as well.
  if (played.some((_, at) => movers[at].name !== (sides[at].side === 'black' ? 'B' : 'W'))) return undefined;
  return { root, ...game, objective: /a/i.test(valueOf('TY') ?? '') ? 'fewest' : undefined };
}

/** Writes lines of play from a position as SGF, the first as the game and the others as its variations. */
export function formatSgf(root, lines, objective) {
  const names = (content) => root.cells.flatMap((cell, square) => (cell === content ? [`[${nameOf(root, square)}]`] : []));
  const setUp = (property, squares) => (squares.length > 0 ? property + squares.join('') : '');
  const isUsual = positionText(root) === positionText(startOf(root.width, root.height, 'diagonal'));
  const discs = isUsual ? '' : setUp('AB', names('black')) + setUp('AW', names('white')) + setUp('AE', centreOf(root)) + `PL[${root.side === 'black' ? 'B' : 'W'}]`;
  const size = root.width === root.height ? root.width : `${root.width}:${root.height}`;
  return `(;FF[4]CA[UTF-8]GM[2]SZ[${size}]${objective === 'fewest' ? 'RU[fewest]' : ''}${discs}${formatTree(root, lines)})`;
}

/** The empty squares where a game usually has discs. */
function centreOf(root) {
  const { cells } = startOf(root.width, root.height, 'diagonal');
  return cells.flatMap((cell, square) => (cell && !root.cells[square] ? [`[${nameOf(root, square)}]`] : []));
}

function formatTree(here, lines) {
  const firsts = [...new Set(lines.flatMap(([ply]) => ply ?? []))];
  const trees = firsts.map((ply) => {
    const rest = lines.filter(([first]) => first === ply).map((line) => line.slice(1));
    return `;${here.side === 'black' ? 'B' : 'W'}[${ply === PASS ? '' : ply}]${formatTree(after(here, ply), rest)}`;
  });
  return trees.length > 1 ? trees.map((tree) => `(${tree})`).join('') : trees.join('');
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
