// Reads pasted, dropped or typed text: a link, a position or a game on any board.

import { texts } from './language.mjs';
import { startOf } from './rules.mjs';
import { withPasses } from './game.mjs';
import { positionText, readGgf, readPosition, readSize, readTranscript, sizeText } from './notation.mjs';

/** Where a game may begin, after the current board: the usual boards first. */
const USUAL_BOARDS = ['8x8', '6x6', '4x4', '5x5'];
const SIDES = [4, 5, 6, 7, 8, 9, 10];

const PLIES = /[a-z]\d{1,2}|pa(?:ss)?|ps|--/gi;

/** A game written as moves, with nothing but numbers, results and separators between them. */
const TRANSCRIPT = /^(?:[\s\d.,:;()*/–-]|(?:[a-z]\d{1,2}|pa(?:ss)?|ps|--)+(?![a-z]))+$/i;

/** Where another game may begin: on any line but one with a later move number. */
const NEXT_GAME = /\n(?!\s*(?:[2-9]|1\d))/;

/** The most positions and games in a text. */
const MOST_RECORDS = 1000;

/**
 * Reads a text. A game keeps its plies up to the first illegal one, which `error` names.
 *
 * @returns {{fragment: string} | {root: object, plies: string[], error?: string, note?: string} | undefined} a link's
 * fragment, a game, or `undefined` if the text may be in a notation that only a solver reads. If there are more games,
 * a note mentions them.
 */
export function readAnything(text, current) {
  const fragment = text.match(/#\S*\b(?:size|moves|position)=\S*/)?.[0];
  if (fragment) return { fragment };
  const parts = text.split(NEXT_GAME).filter((part) => part.trim());
  return readParts(parts, current) ?? readOne(text, current);
}

/** Reads a text in which every part is a whole game or a position. */
function readParts(parts, current) {
  if (parts.length < 2 || parts.length > MOST_RECORDS) return undefined;
  const [first, ...others] = parts;
  const found = readOne(first, current);
  if (!found?.root || found.error) return undefined;
  const records = [found];
  const isWhole = (part) => {
    const read = readOne(part, found.root);
    records.push(read);
    // The lines of one game could be games on various boards.
    const isHere = () => !TRANSCRIPT.test(part.trim()) || positionText(read.root) === positionText(found.root);
    return read?.root && !read.error && isHere();
  };
  return others.every(isWhole) ? { ...found, note: noteOn(records.map(({ plies }) => plies.length > 0)) } : undefined;
}

/** A note that there are several games and positions, and that the first is shown. */
function noteOn(areGames) {
  const games = areGames.filter(Boolean).length;
  return areGames.length > 1 ? texts.several(games, areGames.length - games) : undefined;
}

function readOne(text, current) {
  // A solver explains these mistakes: two scores for a move, or a type for another board in GGF.
  const scored = text.match(/\b[a-z]\d{1,2}(?=\s*:)/gi) ?? [];
  const [, type, board] = text.match(/\bTY\s*\[[a-qs-z]*(\d+)[^]*\bBO\s*\[\s*(\d+)/i) ?? [];
  if (new Set(scored).size < scored.length || type !== board) return undefined;
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
  const found = records.filter(({ error }) => !error);
  const [record] = found;
  if (!record) return { plies: [], error: texts.error.unreadable(records[0].error) };
  const { position: root } = readPosition(record.begin, readSize(record.size));
  const plies = withPasses(root, record.game.match(PLIES) ?? []);
  return { root, plies, objective: record.objective, note: noteOn(found.map(({ game }) => game !== '')) };
}
