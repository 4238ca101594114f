// The board: a grid of sixteen buttons, one of which can be reached by Tab.

import { discs, legalPlies, nameOf, squareOf } from './game.mjs';
import { element, setAttribute } from './dom.mjs';
import { outcomeOf, signed } from './words.mjs';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The board of the page, drawn into `grid`; `choose` is told the squares that are played. */
export class BoardView {
  #squares;

  constructor(grid, choose) {
    this.#squares = Array.from({ length: 16 }, (_, square) =>
      element('button', { type: 'button', id: nameOf(square) }),
    );
    for (let row = 0; row < 4; row += 1) {
      const cells = this.#squares
        .slice(4 * row, 4 * row + 4)
        .map((button) => element('div', { role: 'gridcell' }, button));
      grid.append(element('div', { role: 'row' }, ...cells));
    }
    this.#squares.forEach((button, square) => button.addEventListener('click', () => choose(square)));
    grid.addEventListener('focusin', ({ target }) => this.#makeReachable(target));
    grid.addEventListener('keydown', (event) => this.#move(event));
    this.#makeReachable(this.#squares[0]);
  }

  /** The button that Tab reaches. */
  get reachable() {
    return this.#squares.find((button) => button.tabIndex === 0);
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
    this.#squares.forEach((button, square) => {
      drawSquare(button, {
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
    for (const button of this.#squares) button.tabIndex = button === target ? 0 : -1;
  }

  #move(event) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const square = this.#squares.indexOf(this.reachable);
    const clamp = (place) => Math.max(0, Math.min(place, 3));
    const column = clamp((square % 4) + step[0]);
    const row = clamp(Math.floor(square / 4) + step[1]);
    this.#squares[4 * row + column].focus();
  }
}

function drawSquare(button, { name, disc, value, best, last, hidden }) {
  const legal = value !== undefined;
  const said = [name];
  if (disc) said.push(last ? `${disc} disc, just placed` : `${disc} disc`);
  else said.push(legal ? 'legal move' : 'empty');
  if (legal && !hidden) said.push(`value ${signed(value)}`);
  if (legal && !hidden && best) said.push('best');
  setAttribute(button, 'aria-label', said.join(', '));
  setAttribute(button, 'aria-disabled', legal ? undefined : 'true');

  if (disc) button.replaceChildren(element('span', { class: `disc ${disc}${last ? ' last' : ''}` }));
  else if (!legal) button.replaceChildren();
  else if (hidden) button.replaceChildren(element('span', { class: 'dot' }));
  else {
    const classes = `value ${outcomeOf(value)}${best ? ' best' : ''}`;
    button.replaceChildren(element('span', { class: classes }, signed(value)));
  }
}
