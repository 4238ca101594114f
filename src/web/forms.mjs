// The settings, and the fields to copy from or type into.

import { LANGUAGES, texts } from './language.mjs';
import { preferences } from './preferences.mjs';
import { isSmall } from './solver.mjs';
import { formatSgf, positionText } from './notation.mjs';
import { button, byId, element, fillField, refill, setAttribute } from './dom.mjs';
import { announce } from './speech.mjs';
import { isSolvedFrom } from './opponent.mjs';

/** How long a button shows its tick after copying, in milliseconds. */
const COPIED_SHOWN = 3000;
let fading;

/** The boards that have their own buttons. */
const BOARDS = ['4x4', '5x5', '6x6', '8x8'];

let shownSize;

/** Shows the current board, and the buttons for the others. */
export function drawBoards({ size, root, isSetUp }, act) {
  const one = (name) =>
    button(
      () => act((it) => it.resize(name)),
      { 'aria-pressed': `${name === size && !isSetUp}` },
      name.replace('x', '×'),
    );
  refill(byId('boards'), ...BOARDS.map(one));
  // Text typed into the fields stays until the board changes.
  if (size === shownSize) return;
  shownSize = size;
  for (const name of ['width', 'height']) byId(name).value = root[name];
  byId('other').open = false;
}

/** Shows the current settings. */
export function drawSettings(explorer) {
  const { settings } = explorer;
  document.body.dataset.values = settings.values;
  const fields = byId('settings').elements;
  for (const [name, choice] of Object.entries({ ...settings, ...preferences })) if (fields[name]) fields[name].value = choice;
  const hasValues = document.body.dataset.solver === 'yes' || isSmall(explorer.root);
  const strength = texts.strength[hasValues ? settings.level : 'none'];
  byId('strength').textContent = settings.answer === 'nobody' ? '' : strength(explorer, isSolvedFrom(explorer.root));
  const { taps, letters } = preferences;
  const hint = texts.hint[taps === 'second' ? 'taps' : letters === 'on' ? 'letters' : 'keys'];
  if (byId('keys').innerHTML !== hint) byId('keys').innerHTML = hint;
}

/** Draws a button for each language. */
export function drawLanguages(choose) {
  const others = Object.values(LANGUAGES).filter((it) => it !== texts);
  const one = ({ language, name }) => button(() => choose(language), { lang: language }, name);
  refill(byId('languages'), ...others.map(one));
}

/** Shows the position, the game up to it, all lines as SGF, and a link. Text with a mistake in it is kept. */
export function drawCopies({ root, position, plies, ply, branches, settings, fragment, error }) {
  const show = (id, text) => {
    if (error?.field !== id) fillField(byId(id), text);
  };
  show('position', positionText(position));
  show('transcript', plies.slice(0, ply).join(''));
  show('sgf', formatSgf(root, [plies, ...branches], settings.objective));
  show('link', location.href.replace(/#.*$/, '') + fragment.replace(/^#$/, ''));
}

/**
 * Shows an error next to its field, and a note about a text that was opened. The error becomes the field's description
 * only after the focus leaves, because a screen reader would otherwise read it twice.
 */
export function drawError({ error, note }) {
  byId('anything-note').textContent = note ?? '';
  for (const place of document.querySelectorAll('[data-error-of]')) {
    const names = place.dataset.errorOf.split(' ');
    const isHere = names.includes(error?.field);
    refill(place, ...(isHere ? [element('span', {}, error.text)] : []));
    for (const name of names) {
      const isWrong = error?.field === name;
      const field = byId(name);
      if (!field) continue;
      setAttribute(field, 'aria-invalid', isWrong && 'true');
      setAttribute(field, 'aria-describedby', isWrong && field !== document.activeElement && place.id);
    }
  }
}

/** Shares the link in the device's own way, or else copies it. */
export async function share(target) {
  const data = { title: document.title, url: byId('link').value };
  if (!navigator.canShare?.(data)) return copy(target);
  // Cancelling is not an error.
  await navigator.share(data).catch(() => {});
}

/** Copies the field that belongs to a button. */
export async function copy(target) {
  const { value } = byId(target.dataset.copies);
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    // Not every browser lets a page opened from disk write to the clipboard. The field may be hidden.
    const field = element('textarea', { class: 'unseen' });
    field.value = value;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
    target.focus();
  }
  announce(target.dataset.copies === 'link' ? texts.said.linkCopied : texts.said.copied);
  clearTimeout(fading);
  document.querySelector('.copied')?.classList.remove('copied');
  target.classList.add('copied');
  byId('copied').textContent = target.dataset.copies === 'link' ? texts.said.linkCopied : texts.said.copied;
  fading = setTimeout(() => {
    target.classList.remove('copied');
    byId('copied').textContent = '';
  }, COPIED_SHOWN);
}
