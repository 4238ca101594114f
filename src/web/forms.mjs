// The settings, and what can be copied or typed.

import { positionText } from './notation.mjs';
import { byId, element, setAttribute } from './dom.mjs';

/** How long a button shows that it has copied, in milliseconds. */
const COPIED_SHOWN = 1500;

/** Shows the settings that are in force. */
export function drawSettings({ settings, root, error }) {
  document.body.dataset.values = settings.values;
  const fields = byId('settings').elements;
  for (const [name, choice] of Object.entries(settings)) fields[name].value = choice;
  for (const name of ['width', 'height']) if (error?.field !== name) fields[name].value = root[name];
}

/** Shows the position, the game up to it, and a link to both. What was typed with a mistake stays. */
export function drawCopies({ position, plies, ply, fragment, error }) {
  const show = (id, text) => {
    if (error?.field !== id) byId(id).value = text;
  };
  show('position', positionText(position));
  show('transcript', plies.slice(0, ply).join(''));
  show('link', location.href.replace(/#.*$/, '') + fragment.replace(/^#$/, ''));
}

/** Shows an error beside the field that it is about. */
export function drawError({ error }) {
  for (const place of document.querySelectorAll('[data-error-of]')) {
    const names = place.dataset.errorOf.split(' ');
    const isHere = names.includes(error?.field);
    place.replaceChildren(...(isHere ? [element('span', {}, error.text)] : []));
    for (const name of names) {
      const isWrong = error?.field === name;
      setAttribute(byId(name), 'aria-invalid', isWrong && 'true');
      setAttribute(byId(name), 'aria-describedby', isWrong && place.id);
    }
  }
}

/** Copies the field that a button is for. */
export async function copy(button) {
  const field = byId(button.dataset.copies);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Not every browser lets a page that was opened from disk write there.
    document.execCommand('copy');
  }
  byId('announcement').textContent = 'Copied.';
  button.classList.add('copied');
  setTimeout(() => button.classList.remove('copied'), COPIED_SHOWN);
}
