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

/** The default board. */
const USUAL = '4x4';

/**
 * Reads a fragment. Parts that cannot be read are skipped and reported in `error`.
 *
 * @returns {{settings: object, root: object, isSetUp: boolean, plies: string[], ply: number, error: string}}
 * the settings, the position in which the game begins and whether it is a custom one, the game, and
 * the number of plies played so far; later plies were undone
 */
export function parseFragment(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const errors = [];
  const note = ({ error, ...read }) => {
    if (error) errors.push(error);
    return read;
  };
  const settings = {};
  for (const [name, choices] of Object.entries(SETTINGS)) {
    const choice = fields.get(name) ?? choices[0];
    if (!choices.includes(choice)) errors.push(texts.error.setting(name, choice, choices));
    settings[name] = choices.includes(choice) ? choice : choices[0];
  }
  const { width, height } = { ...readSize(USUAL), ...note(readSize(fields.get('size') ?? USUAL)) };
  const set = fields.has('position') ? note(readPosition(fields.get('position'), { width, height })) : {};
  const root = set.position ?? startOf(width, height, settings.start);
  const { plies } = note(readTranscript(root, fields.get('moves') ?? ''));
  const ply = Number(fields.get('ply') ?? plies.length);
  const known = Number.isInteger(ply) && ply >= 0 && ply <= plies.length;
  return {
    settings,
    root,
    isSetUp: set.position !== undefined,
    plies,
    ply: known ? ply : plies.length,
    error: errors.length > 0 ? texts.error.link(errors) : '',
  };
}

/**
 * Writes a fragment for {@link parseFragment}. The size is always included, because a served page
 * starts with a different one; other defaults are omitted.
 */
export function formatFragment({ settings, root, isSetUp, plies, ply }) {
  const fields = new URLSearchParams({ size: sizeText(root) });
  for (const [name, choices] of Object.entries(SETTINGS)) {
    if (settings[name] !== choices[0]) fields.set(name, settings[name]);
  }
  if (isSetUp) fields.set('position', positionText(root));
  if (plies.length > 0) fields.set('moves', plies.join(''));
  if (ply < plies.length) fields.set('ply', ply);
  return `#${fields}`;
}
