// Preferences stored on this device. They are not part of links.

import { firstKnown } from './language.mjs';

/** The key in the browser's storage. */
const STORED = 'othello-solver';

/**
 * The current choices: the `language`; whether the `first` or the `second` tap on a square plays
 * there (`taps`); and whether single letters are shortcuts (`letters`).
 */
export const preferences = {
  language: firstKnown(navigator.languages),
  taps: matchMedia('(pointer: coarse)').matches ? 'second' : 'first',
  letters: 'on',
  ...stored(),
};

/** Changes a preference and stores it for the next visit. */
export function prefer(name, choice) {
  preferences[name] = choice;
  try {
    localStorage.setItem(STORED, JSON.stringify({ ...stored(), [name]: choice }));
  } catch {
    // Not every browser has storage for a page opened from disk.
  }
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORED)) ?? {};
  } catch {
    return {};
  }
}
