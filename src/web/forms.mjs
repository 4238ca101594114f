// The settings, and what can be copied or typed.

import { positionText } from './game.mjs';
import { byId } from './dom.mjs';

/** How long a button shows that it has copied, in milliseconds. */
const COPIED_SHOWN = 1500;

/** Shows the settings that are in force. */
export function drawSettings({ settings }) {
  document.body.dataset.values = settings.values;
  const form = byId('settings');
  for (const [name, choice] of Object.entries(settings)) form.elements[name].value = choice;
}

/** Shows the position, the game up to it, and a link to both. What was typed with a mistake stays. */
export function drawCopies({ stage, plies, ply, fragment, error }) {
  const show = (id, text) => {
    const field = byId(id);
    if (!error || field !== document.activeElement) field.value = text;
  };
  show('position', positionText(stage));
  show('transcript', plies.slice(0, ply).join(''));
  show('link', location.href.replace(/#.*$/, '') + fragment.replace(/^#$/, ''));
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
