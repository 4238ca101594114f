// Two lines of play as rows of buttons: best play from here, and the game so far.

import { nameOfColor, plyInWords } from './words.mjs';
import { button, byId, element } from './dom.mjs';

/** Draws best play from the stage that is shown; a button plays up to its ply. */
export function drawLine({ stage, ply: played }, line, act) {
  const colors = [stage, ...line.map((step) => step.stage)].map((it) => it.color);
  const chips = line.map(({ ply }, n) => {
    const plies = line.slice(0, n + 1).map((step) => step.ply);
    return chip(() => act((explorer) => explorer.play(...plies)), played + n + 1, colors[n], ply);
  });
  fill('line', chips.length > 0 ? chips : ['Nothing is left to play.']);
}

/** Draws the game, what was taken back too; a button goes to the stage after its ply. */
export function drawGame(explorer, act) {
  const { plies, ply: played, stages, settings } = explorer;
  const losses = settings.values === 'hidden' ? [] : explorer.losses;
  const goTo = (n) => () => act((it) => it.goTo(n));
  const current = (n) => (n === played ? 'step' : undefined);
  const chips = plies.map((ply, n) => {
    const attributes = { 'aria-current': current(n + 1), class: n >= played ? 'undone' : undefined };
    return chip(goTo(n + 1), n + 1, stages[n].color, ply, losses[n], attributes);
  });
  fill('game', [button(goTo(0), { 'aria-current': current(0) }, 'Start'), ...chips]);
}

function fill(id, items) {
  byId(id).replaceChildren(...items.map((item) => element('li', {}, item)));
}

/** A button for a ply: its number, its colour, where it goes and what it gave away. */
function chip(action, number, color, ply, lost = 0, attributes = {}) {
  const gave = lost > 0 ? `, gave away ${lost}` : '';
  const label = `${number}. ${nameOfColor(color)}: ${plyInWords(ply)}${gave}`;
  return button(
    action,
    { 'aria-label': label, ...attributes },
    element('span', { class: 'place' }, `${number}`),
    element('span', { class: `disc ${color}` }),
    plyInWords(ply),
    ...(lost > 0 ? [element('span', { class: 'lost' }, `−${lost}`)] : []),
  );
}
