// The settings and the game in the fragment of the page's address, so that a link reopens them:
// `#size=6x6&start=parallel&moves=b1a1c1&ply=2`.

import { texts } from './language.mjs';
import { startOf } from './rules.mjs';
import { positionText, readPosition, readSize, readTranscript, sizeText } from './notation.mjs';

/** The settings and their choices; the first is the default. */
export const SETTINGS = {
  start: ['diagonal', 'parallel'],
  score: ['discs', 'empties-to-winner'],
  objective: ['most', 'fewest'],
  answer: ['nobody', 'black', 'white'],
  level: ['perfect', 'strong', 'club', 'beginner'],
  values: ['shown', 'hidden'],
};

/** The boards on which a game without a size is looked for, after the one that the page opens on. */
const LIKELY_BOARDS = ['8x8', '6x6', '4x4', '5x5'];

/** The parts of a fragment that are not settings. */
const PARTS = ['size', 'position', 'moves', 'ply', 'line'];

/**
 * Reads a fragment. Parts that cannot be read are skipped and reported in `error`. Without a size, the board is the
 * first one where the game is legal, beginning with the `usual` one.
 *
 * @returns {{settings: object, root: object, isSetUp: boolean, plies: string[], ply: number, branches: string[][], error: string}}
 * the settings, the position in which the game begins and whether it is a custom one, the game, the number of plies
 * played so far (later plies were undone), and other lines from the same position
 */
export function parseFragment(fragment, usual = '4x4') {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const errors = [];
  const note = ({ error, ...read }) => {
    if (error) errors.push(error);
    return read;
  };
  for (const name of new Set(fields.keys())) {
    if (!PARTS.includes(name) && !(name in SETTINGS)) errors.push(texts.error.unknownPart(name));
  }
  const settings = {};
  for (const [name, choices] of Object.entries(SETTINGS)) {
    const choice = fields.get(name) ?? choices[0];
    if (!choices.includes(choice)) errors.push(texts.error.setting(name, choice, choices));
    settings[name] = choices.includes(choice) ? choice : choices[0];
  }
  const moves = fields.get('moves') ?? '';
  const written = fields.get('size') ?? boardFor(moves, usual, settings);
  const { width, height } = { ...readSize(usual), ...note(readSize(written)) };
  const set = fields.has('position') ? note(readPosition(fields.get('position'), { width, height })) : {};
  const root = set.position ?? startOf(width, height, settings.start);
  const { plies } = note(readTranscript(root, moves));
  const branches = fields.getAll('line').map((line) => note(readTranscript(root, line)).plies)
    .filter((branch) => branch.some((it, n) => it !== plies[n]));
  const ply = Number(fields.get('ply') ?? plies.length);
  const known = Number.isInteger(ply) && ply >= 0 && ply <= plies.length;
  return {
    settings,
    root,
    isSetUp: set.position !== undefined,
    plies,
    ply: known ? ply : plies.length,
    branches,
    error: errors.length > 0 ? texts.error.link(errors) : '',
  };
}

/** The first board on which all moves of a game are legal, or else the usual one. */
function boardFor(moves, usual, { start }) {
  const fits = (size) => {
    const { width, height } = readSize(size);
    return !readTranscript(startOf(width, height, start), moves).error;
  };
  return [usual, ...LIKELY_BOARDS].find(fits) ?? usual;
}

/**
 * Writes a fragment for {@link parseFragment}. The size is always included, because a served page
 * starts with a different one; other defaults are omitted.
 */
export function formatFragment({ settings, root, isSetUp, plies, ply, branches }) {
  const fields = new URLSearchParams({ size: sizeText(root) });
  for (const [name, choices] of Object.entries(SETTINGS)) {
    if (settings[name] !== choices[0]) fields.set(name, settings[name]);
  }
  if (isSetUp) fields.set('position', positionText(root));
  if (plies.length > 0) fields.set('moves', plies.join(''));
  if (ply < plies.length) fields.set('ply', ply);
  for (const branch of branches) fields.append('line', branch.join(''));
  return `#${fields}`;
}
