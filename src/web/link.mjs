// The settings and the game, as they are kept in the fragment of the page's address,
// so that a link opens the same game: `#start=parallel&moves=b1a1c1&ply=2`.

import { parseTranscript } from './game.mjs';

/** The settings and what each may be; the first is what is meant when nothing is said. */
export const SETTINGS = {
  start: ['diagonal', 'parallel'],
  score: ['discs', 'empties-to-winner'],
  objective: ['most', 'fewest'],
  answer: ['nobody', 'black', 'white'],
  values: ['shown', 'hidden'],
};

/**
 * Reads a fragment. What cannot be read is passed over, and `error` says so.
 *
 * @returns {{settings: object, plies: string[], ply: number, error: string}} the
 * settings, the game, and the number of its plies that have been played; those
 * after it were taken back.
 */
export function parseFragment(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const errors = [];
  const settings = {};
  for (const [name, choices] of Object.entries(SETTINGS)) {
    const choice = fields.get(name) ?? choices[0];
    if (!choices.includes(choice)) {
      errors.push(`The ${name} “${choice}” is unknown: it is one of ${choices.join(', ')}.`);
    }
    settings[name] = choices.includes(choice) ? choice : choices[0];
  }
  const { plies, error } = parseTranscript(settings.start, fields.get('moves') ?? '');
  if (error) errors.push(error);
  const ply = Number(fields.get('ply') ?? plies.length);
  const known = Number.isInteger(ply) && ply >= 0 && ply <= plies.length;
  return { settings, plies, ply: known ? ply : plies.length, error: errors.join(' ') };
}

/** Writes what {@link parseFragment} reads. What goes without saying is left out. */
export function formatFragment({ settings, plies, ply }) {
  const fields = new URLSearchParams();
  for (const [name, choices] of Object.entries(SETTINGS)) {
    if (settings[name] !== choices[0]) fields.set(name, settings[name]);
  }
  if (plies.length > 0) fields.set('moves', plies.join(''));
  if (ply < plies.length) fields.set('ply', ply);
  return `#${fields}`;
}
