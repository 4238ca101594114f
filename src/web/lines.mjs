// Lines of play as rows of buttons: best play from here, and the game so far.

import { texts } from './language.mjs';
import { plyInWords } from './words.mjs';
import { button, byId, element, refill } from './dom.mjs';

/** Draws best play from the current position; a button plays up to its ply. */
export function drawLine({ position, ply: played }, line, act) {
  const sides = [position, ...line.map((step) => step.position)].map((it) => it.side);
  const goOn = (n) => () => act((it) => it.play(...it.line.slice(0, n - it.ply).map((step) => step.ply)));
  const chips = line.map(({ ply }, n) => chip(goOn(played + n + 1), played + n + 1, sides[n], ply));
  const none = position.turn === 'over' ? texts.gameOver : texts.notKnown;
  fill('line', chips.length > 0 ? chips : [none]);
}

/** Draws the game, including undone plies; a button jumps to the position after its ply. */
export function drawGame(explorer, act) {
  const { plies, ply: played, positions, settings } = explorer;
  const judgements = settings.values === 'hidden' ? [] : explorer.judgements;
  const goTo = (n) => () => act((it) => it.goTo(n));
  const current = (n) => (n === played ? 'step' : undefined);
  const chips = plies.map((ply, n) => {
    const attributes = { 'aria-current': current(n + 1), class: n >= played ? 'undone' : undefined };
    return chip(goTo(n + 1), n + 1, positions[n].side, ply, judgements[n], attributes);
  });
  fill('game', [button(goTo(0), { 'aria-current': current(0) }, texts.start), ...chips]);
}

function fill(id, items) {
  refill(byId(id), ...items.map((item) => element('li', {}, item)));
}

/** A button for a ply: its number, colour and square, and the discs it lost. */
function chip(action, number, side, ply, { lost = 0, isTurningPoint = false } = {}, attributes = {}) {
  const label = texts.chip(number, side, plyInWords(ply), lost, isTurningPoint);
  return button(
    action,
    { 'aria-label': label, ...attributes },
    element('span', { class: 'place' }, `${number}`),
    element('span', { class: `disc ${side}` }),
    plyInWords(ply),
    ...(lost > 0 ? [element('span', { class: 'lost' }, `−${lost}${isTurningPoint ? ' ⇄' : ''}`)] : []),
  );
}
