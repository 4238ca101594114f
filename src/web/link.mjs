// The settings and the game, as they are kept in the fragment of the page's address, so that a link
// opens the same game: `#size=6x6&start=parallel&moves=b1a1c1&ply=2`.

import { startOf } from './rules.mjs';
import { positionText, readPosition, readSize, readTranscript, sizeText } from './notation.mjs';

/** The settings and what each may be; the first is what is meant when nothing is said. */
export const SETTINGS = {
  start: ['diagonal', 'parallel'],
  score: ['discs', 'empties-to-winner'],
  objective: ['most', 'fewest'],
  answer: ['nobody', 'black', 'white'],
  level: ['perfect', 'strong', 'club', 'beginner'],
  values: ['shown', 'hidden'],
};

/** The board that is meant when nothing is said. */
const USUAL = '4x4';

/**
 * Reads a fragment. What cannot be read is passed over, and `error` says so.
 *
 * @returns {{settings: object, root: object, isSetUp: boolean, plies: string[], ply: number, error: string}}
 * the settings, the position in which the game begins and whether it is other than a start, the
 * game, and the number of its plies that have been played; those after it were taken back
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
    if (!choices.includes(choice)) {
      errors.push(`The ${name} “${choice}” is unknown: it is one of ${choices.join(', ')}.`);
    }
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
    error: errors.join(' '),
  };
}

/**
 * Writes what {@link parseFragment} reads. The size is always there, because the page of a server
 * opens with another one; all else that goes without saying is left out.
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
