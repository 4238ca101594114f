// The plan on the page: its request, and the section that shows it. What only a plan needs is loaded along with it.

import { texts } from './language.mjs';
import { count, opponentOf } from './rules.mjs';
import { isSmall } from './solver.mjs';
import { boardText, positionText } from './notation.mjs';
import { likely } from './estimate.mjs';
import { signed } from './words.mjs';
import { button, byId, refill } from './dom.mjs';
import { announce } from './speech.mjs';

/** The maximum number of empty squares in a position with a plan. */
const MOST_EMPTIES = 22;

/** The plan on the page, and its request. */
export class Planner {
  #abort = new AbortController();
  #game;

  /** Calls `changed` when a plan has arrived or could not be made. */
  constructor(solver, knowledge, changed) {
    Object.assign(this, { solver, knowledge, changed });
  }

  /** Drops the plan, and cancels its request, unless it is for this game. */
  keepFor({ root, settings, isEdited }) {
    const game = `${boardText(root, settings)} ${positionText(root)}`;
    if (game !== this.#game || isEdited) this.drop();
    this.#game = game;
  }

  drop() {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.plan = this.asked = this.problem = undefined;
  }

  /** Requests the plan of a side from a position on. */
  async ask(position, { score, objective }, side) {
    this.drop();
    this.asked = side;
    const { signal } = this.#abort;
    const rules = { score, objective };
    try {
      const { Plan, makePlan, planParts } = await import('./plan.mjs');
      const document = this.solver
        ? await this.solver.plan(position, rules, side, signal)
        : makePlan(position, rules, side, this.knowledge);
      if (signal.aborted) return;
      this.plan = new Plan(position, rules, document);
      this.parts = planParts;
      announce(this.plan.summary);
    } catch (error) {
      if (signal.aborted) return;
      this.problem = error.message;
    }
    this.asked = undefined;
    this.changed();
  }

  /** The ply that the plan has for the current position, if any. */
  plyFor({ position }) {
    return this.plan?.stepFor(position)?.ply;
  }

  /** At the end of a game: the promised score and the actual one. */
  resultOf({ position }) {
    if (!this.plan || position.turn !== 'over') return '';
    const { side, secures } = this.plan;
    return texts.plan.result(side, signed(secures), signed(this.plan.scoreOf(position)));
  }
}

/** Draws the plan, its step for the current position, and its buttons. */
export function drawPlan(planner, explorer, act) {
  const { plan, asked, problem } = planner;
  const fill = (about, now, buttons) => {
    byId('plan-about').textContent = about;
    refill(byId('plan-now'), ...now);
    refill(byId('plan-buttons'), ...buttons);
  };
  const change = (action, text) => button(() => act(action), {}, text);
  const { position, settings } = explorer;
  const show = (side) => change(() => planner.ask(position, settings, side), texts.plan.show(side));
  if (plan) return fill(...planner.parts(planner, explorer, change));
  if (asked) return fill(texts.plan.making, [], [change(() => planner.drop(), texts.page.cancel)]);
  const isPossible = planner.solver ? count(position, null) <= MOST_EMPTIES : isSmall(position);
  const obstacle = planner.solver ? texts.plan.tooManyEmpties(MOST_EMPTIES) : texts.plan.needsSolver;
  const value = settings.values === 'hidden' ? 0 : (likely(explorer.estimate()) ?? 0);
  const [winner, isOver] = [value < 0 ? opponentOf(position.side) : position.side, position.turn === 'over'];
  const buttons = isPossible && !isOver && !explorer.isEdited ? [show(winner), show(opponentOf(winner))] : [];
  fill(texts.plan.about, [problem ?? (isPossible ? '' : obstacle)].filter(Boolean), buttons);
}
