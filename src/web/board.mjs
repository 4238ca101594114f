// The board: a grid of buttons, only one of them in the tab order.

import { texts } from './language.mjs';
import { flips } from './rules.mjs';
import { legalPlies, nameOf, squareOf } from './game.mjs';
import { kindOf, outcomeOf } from './estimate.mjs';
import { estimateAloud, estimateShort, refutationParts } from './words.mjs';
import { button, byId, element, makeReachable, setAttribute } from './dom.mjs';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The board of the page, drawn into `grid`. Calls `choose` with each square clicked and the event,
 * `point` with the name of the square under the pointer, or `undefined` when there is none, and `drag` with the square
 * that a pressed pointer leaves and the one that it reaches.
 */
export class BoardView {
  #squares = [];
  #size = {};

  constructor(grid, choose, point, drag) {
    Object.assign(this, { grid, choose });
    const pointed = ({ target }) => point(target.closest('button:not([aria-disabled])')?.id);
    grid.addEventListener('focusin', (event) => {
      makeReachable(event.target, this.#squares);
      pointed(event);
    });
    grid.addEventListener('pointerover', pointed);
    let from;
    grid.addEventListener('pointerdown', ({ target }) => (from = target.closest('button')));
    grid.addEventListener('pointermove', ({ clientX, clientY, buttons }) => {
      const to = document.elementFromPoint(clientX, clientY)?.closest('#board button');
      if (buttons !== 1 || !from || !to || to === from) return;
      drag(...[from, to].map((it) => this.#squares.indexOf(it)));
      from = to;
    });
    for (const end of ['focusout', 'pointerleave']) grid.addEventListener(end, () => point());
  }

  /** The button in the tab order. */
  get reachable() {
    return this.#squares.find((square) => square.tabIndex === 0);
  }

  /** Shows an explorer's current position, and marks a planned move. */
  draw(explorer, planned) {
    const { position, isEdited } = explorer;
    if (position.width !== this.#size.width || position.height !== this.#size.height) this.#build(position);
    const best = explorer.bestPlies;
    const moves = isEdited || position.turn !== 'place' ? new Map() : explorer.moves;
    this.#squares.forEach((target, square) => {
      const name = nameOf(position, square);
      drawSquare(target, {
        name,
        disc: position.cells[square],
        estimate: moves.get(name),
        squares: position.cells.length,
        best: best.includes(name),
        refutation: moves.has(name) ? refutationParts(position, explorer.costOf(name), explorer.replyTo(name)) : [],
        last: square === explorer.lastSquare,
        planned: name === planned,
        hidden: explorer.settings.values === 'hidden',
        isEdited,
      });
    });
  }

  /** Marks the discs that a ply flips, the reply to it, and the square tapped once. */
  mark(position, ply, reply, tapped) {
    const flipped = legalPlies(position).includes(ply) ? flips(position, squareOf(position, ply)) : [];
    this.#squares.forEach((target, square) => {
      target.classList.toggle('flipped', flipped.includes(square));
      target.classList.toggle('reply', target.id === reply);
      target.classList.toggle('tapped', target.id === tapped);
    });
  }

  #build(position) {
    const { width, height } = position;
    this.#size = { width, height };
    this.#squares = position.cells.map((_, square) =>
      button((event) => this.choose(square, event), { id: nameOf(position, square) }),
    );
    const row = (number) => {
      const squares = this.#squares.slice(width * number, width * (number + 1));
      return element('div', { role: 'row' }, ...squares.map((square) => element('div', { role: 'gridcell' }, square)));
    };
    const lines = (length) => Array.from({ length }, (_, n) => n);
    this.grid.replaceChildren(...lines(height).map(row));
    const label = (name) => element('span', {}, name);
    byId('columns').replaceChildren(...lines(width).map((n) => label(nameOf(position, n)[0])));
    byId('rows').replaceChildren(...lines(height).map((n) => label(`${n + 1}`)));
    document.body.style.setProperty('--columns', width);
    document.body.style.setProperty('--rows', height);
    makeReachable(this.#squares[0], this.#squares);
  }

  /** Moves the focus if the key is an arrow. Returns whether it is. */
  move({ key }) {
    const step = STEPS[key];
    if (step === undefined) return false;
    const { width, height } = this.#size;
    const square = this.#squares.indexOf(this.reachable);
    const clamp = (place, length) => Math.max(0, Math.min(place, length - 1));
    const column = clamp((square % width) + step[0], width);
    const row = clamp(Math.floor(square / width) + step[1], height);
    this.#squares[width * row + column].focus();
    return true;
  }
}

function drawSquare(target, { name, disc, estimate, squares, best, refutation, last, planned, hidden, isEdited }) {
  const isLegal = estimate !== undefined;
  const said = [name];
  if (disc) said.push(texts.disc[disc], ...(last ? [texts.square.last] : []));
  else said.push(isLegal ? texts.square.legal : texts.square.empty);
  if (isLegal && !hidden) said.push(estimateAloud(estimate, squares), ...(best ? [texts.square.best] : []), ...refutation);
  if (planned) said.push(texts.square.planned);
  target.classList.toggle('planned', planned);
  setAttribute(target, 'aria-label', texts.square.joined(said));
  setAttribute(target, 'aria-disabled', isLegal || isEdited ? undefined : 'true');

  if (disc) drawDisc(target, disc, last);
  else if (!isLegal) target.replaceChildren();
  else if (hidden || !estimateShort(estimate, squares)) target.replaceChildren(element('span', { class: 'dot' }));
  else target.replaceChildren(pill(estimate, squares, best));
}

/** Draws a disc. Flipped discs are animated, and unchanged ones keep their nodes and animations. */
function drawDisc(target, disc, last) {
  const shown = target.querySelector('.disc');
  const isSame = shown?.classList.contains(disc);
  const turning = shown && !isSame ? ' turning' : '';
  if (!isSame) target.replaceChildren(element('span', { class: `disc ${disc}${turning}` }));
  target.firstElementChild.classList.toggle('last', last);
}

/**
 * An estimate in the colour of its outcome. Exact values look different from bounds and forecasts.
 */
export function pill(estimate, squares, best) {
  const kind = kindOf(estimate, squares);
  const classes = ['value', kind, outcomeOf(estimate) ?? 'open', best ? 'best' : ''].join(' ').trim();
  return element('span', { class: classes }, estimateShort(estimate, squares) || '?');
}
