// Reads pasted, dropped or typed text: a link, a position or a game on any board.

import { texts } from './language.mjs';
import { startOf } from './rules.mjs';
import { withPasses } from './game.mjs';
import { readGgf, readPosition, readSize, readTranscript, sizeText } from './notation.mjs';

/** Where a game may begin, after the current board: the usual boards first. */
const USUAL_BOARDS = ['8x8', '6x6', '4x4', '5x5'];
const SIDES = [4, 5, 6, 7, 8, 9, 10];

const PLIES = /[a-z]\d{1,2}|pa(?:ss)?|ps|--/gi;

/** A game written as moves, with nothing but numbers, results and separators between them. */
const TRANSCRIPT = /^(?:[\s\d.,:;()+*/–-]|(?:[a-z]\d{1,2}|pa(?:ss)?|ps|--)+(?![a-z]))+$/i;

/**
 * Reads a text. A game keeps its plies up to the first illegal one, which `error` names.
 *
 * @returns {{fragment: string} | {root: object, plies: string[], error: string | undefined} | undefined} a link's
 * fragment, a game, or `undefined` if the text may be in a notation that only a solver reads
 */
export function readAnything(text, current) {
  const fragment = text.match(/#\S*\b(?:size|moves|position)=\S*/)?.[0];
  if (fragment) return { fragment };
  if (/\bBO\s*\[/.test(text)) return readGgf(text);
  const { position } = readPosition(text, current);
  if (position) return { root: position, plies: [] };
  const hasMovesAfterResult = /\d\s*[-–:]\s*\d+[\s*]*[a-z]/i.test(text);
  return TRANSCRIPT.test(text.trim()) && !hasMovesAfterResult ? readGame(text.match(PLIES) ?? [], current) : undefined;
}

/** Reads a game on the first board where all of it is legal, or else on the one where most of it is. */
function readGame(plies, current) {
  const sizes = [...USUAL_BOARDS, ...SIDES.flatMap((width) => SIDES.map((height) => sizeText({ width, height })))];
  const boards = sizes.map(readSize).filter(({ error }) => !error);
  const starts = boards.flatMap(({ width, height }) => ['diagonal', 'parallel'].map((start) => startOf(width, height, start)));
  const found = { plies: [] };
  for (const root of [current, ...starts]) {
    const read = readTranscript(root, plies.join(' '));
    if (!found.root || read.plies.length > found.plies.length) Object.assign(found, { root, ...read });
    if (!read.error) break;
  }
  return plies.length === 0 ? undefined : { ...found, error: found.error && errorOf(found) };
}

/** A message about the first illegal ply; the plies before it are kept. */
function errorOf({ plies, error }) {
  return plies.length === 0 ? error : texts.error.kept(error, plies.length);
}

/** The first position or game in a solver's answer. */
export function readRecords({ records }) {
  const record = records.find(({ error }) => !error);
  if (!record) return { plies: [], error: texts.error.unreadable(records[0].error) };
  const { position: root } = readPosition(record.begin, readSize(record.size));
  return { root, plies: withPasses(root, record.game.match(PLIES) ?? []), objective: record.objective };
}
