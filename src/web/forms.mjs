// The settings, and the fields to copy from or type into.

import { texts } from './language.mjs';
import { positionText } from './notation.mjs';
import { byId, element, fillField, refill, setAttribute } from './dom.mjs';
import { announce } from './speech.mjs';

/** How long a button shows its tick after copying, in milliseconds. */
const COPIED_SHOWN = 1500;

/** Shows the current settings. */
export function drawSettings({ settings, root, error }) {
  document.body.dataset.values = settings.values;
  const fields = byId('settings').elements;
  for (const [name, choice] of Object.entries(settings)) fields[name].value = choice;
  for (const name of ['width', 'height']) if (error?.field !== name) fillField(fields[name], root[name]);
}

/** Shows the position, the game up to it, and a link to both. Text with a mistake in it is kept. */
export function drawCopies({ position, plies, ply, fragment, error }) {
  const show = (id, text) => {
    if (error?.field !== id) fillField(byId(id), text);
  };
  show('position', positionText(position));
  show('transcript', plies.slice(0, ply).join(''));
  show('link', location.href.replace(/#.*$/, '') + fragment.replace(/^#$/, ''));
}

/**
 * Shows an error next to its field. The error becomes the field's description only after the focus
 * leaves, because a screen reader would otherwise read it twice.
 */
export function drawError({ error }) {
  for (const place of document.querySelectorAll('[data-error-of]')) {
    const names = place.dataset.errorOf.split(' ');
    const isHere = names.includes(error?.field);
    refill(place, ...(isHere ? [element('span', {}, error.text)] : []));
    for (const name of names) {
      const isWrong = error?.field === name;
      const field = byId(name);
      setAttribute(field, 'aria-invalid', isWrong && 'true');
      setAttribute(field, 'aria-describedby', isWrong && field !== document.activeElement && place.id);
    }
  }
}

/** Copies the field that belongs to a button. */
export async function copy(button) {
  const field = byId(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Not every browser lets a page opened from disk write to the clipboard.
    field.select();
    document.execCommand('copy');
    button.focus();
  }
  announce(texts.said.copied);
  button.classList.add('copied');
  setTimeout(() => button.classList.remove('copied'), COPIED_SHOWN);
}
