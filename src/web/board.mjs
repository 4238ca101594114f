// The board: a grid of sixteen buttons, one of which can be reached by Tab.

import { discs, legalPlies, nameOf, squareOf } from './game.mjs';
import { outcomeOf, signed } from './words.mjs';
import { button, element, setAttribute } from './dom.mjs';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The board of the page, drawn into `grid`; `choose` is told the squares that are played. */
export class BoardView {
  #squares;

  constructor(grid, choose) {
    this.#squares = Array.from({ length: 16 }, (_, square) => button(() => choose(square), { id: nameOf(square) }));
    for (let row = 0; row < 4; row += 1) {
      const cells = this.#squares
        .slice(4 * row, 4 * row + 4)
        .map((square) => element('div', { role: 'gridcell' }, square));
      grid.append(element('div', { role: 'row' }, ...cells));
    }
    grid.addEventListener('focusin', ({ target }) => this.#makeReachable(target));
    this.#makeReachable(this.#squares[0]);
  }

  /** The button that Tab reaches. */
  get reachable() {
    return this.#squares.find((square) => square.tabIndex === 0);
  }

  /** Shows the stage at which an explorer is. */
  draw(explorer) {
    const { stage } = explorer;
    const { black, white } = discs(stage);
    const best = explorer.bestPlies(stage);
    const values = new Map(
      stage.turn === 'place'
        ? legalPlies(stage).map((ply) => [squareOf(ply), explorer.valueOfPly(stage, ply)])
        : [],
    );
    this.#squares.forEach((target, square) => {
      drawSquare(target, {
        name: nameOf(square),
        disc: (black >> square) & 1 ? 'black' : (white >> square) & 1 ? 'white' : undefined,
        value: values.get(square),
        best: best.includes(nameOf(square)),
        last: square === explorer.lastSquare,
        hidden: explorer.settings.values === 'hidden',
      });
    });
  }

  #makeReachable(target) {
    for (const square of this.#squares) square.tabIndex = square === target ? 0 : -1;
  }

  /** Goes to the next square if the key is an arrow, and says whether it is. */
  move(key) {
    const step = STEPS[key];
    if (step === undefined) return false;
    const square = this.#squares.indexOf(this.reachable);
    const clamp = (place) => Math.max(0, Math.min(place, 3));
    const column = clamp((square % 4) + step[0]);
    const row = clamp(Math.floor(square / 4) + step[1]);
    this.#squares[4 * row + column].focus();
    return true;
  }
}

function drawSquare(target, { name, disc, value, best, last, hidden }) {
  const legal = value !== undefined;
  const said = [name];
  if (disc) said.push(last ? `${disc} disc, just placed` : `${disc} disc`);
  else said.push(legal ? 'legal move' : 'empty');
  if (legal && !hidden) said.push(`value ${signed(value)}`);
  if (legal && !hidden && best) said.push('best');
  setAttribute(target, 'aria-label', said.join(', '));
  setAttribute(target, 'aria-disabled', legal ? undefined : 'true');

  if (disc) target.replaceChildren(element('span', { class: `disc ${disc}${last ? ' last' : ''}` }));
  else if (!legal) target.replaceChildren();
  else if (hidden) target.replaceChildren(element('span', { class: 'dot' }));
  else {
    const classes = `value ${outcomeOf(value)}${best ? ' best' : ''}`;
    target.replaceChildren(element('span', { class: classes }, signed(value)));
  }
}
