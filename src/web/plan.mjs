// A plan: a move for each position that the opponent can reach, which together secure a score for a player.
// Mirror images and rotations share a step.

import { texts } from './language.mjs';
import { finalScore, opponentOf } from './rules.mjs';
import { after, legalPlies, nameOf, squareOf } from './game.mjs';
import { boardText, positionText } from './notation.mjs';
import { plyInWords } from './words.mjs';

/** The moves of the smallest plans for 4×4, in the order of their steps. Making these would take too much code. */
const SMALLEST = {
  white: 'a1c1c1c1a3b4a3a3a3a3d3d3a3d4c4b4c4c4b4d1d1c4d4d3a3d2',
  black: 'b1a2d1b4d4a3d4a2d1d1a3c4d3d4d2a4d3d3a4a4a4c4d3a4a4a3b4a3a4b4d3a2b4a4a4c4b4c4b4d3c4d1d2d1d1d2d1c4d2',
};

/** For each symmetry of a board, the square that takes the place of each square. The first changes nothing. */
function symmetriesOf({ width, height }) {
  const squares = Array.from({ length: width * height }, (_, square) => square);
  const turned = (turn) => (square) => {
    let [column, row] = [square % width, Math.floor(square / width)];
    if (turn & 4) [column, row] = [row, column];
    if (turn & 2) row = height - 1 - row;
    if (turn & 1) column = width - 1 - column;
    return row * width + column;
  };
  return Array.from({ length: width === height ? 8 : 4 }, (_, turn) => squares.map(turned(turn)));
}

/** The same text for a position and all its images. */
function canonical(text, symmetries) {
  return symmetries.map((symmetry) => image(text, symmetry)).sort()[0];
}

function image(text, symmetry) {
  return symmetry.map((square) => text[square]).join('');
}

/** A plan, from its document. */
export class Plan {
  #symmetries;
  #steps;

  constructor(root, rules, { side, secures, positions, least_possible: least, steps }) {
    Object.assign(this, { root, rules, side, secures, positions, isSmallest: least === positions });
    this.#symmetries = symmetriesOf(root);
    this.#steps = new Map(
      steps.map(({ position, move }, n) => [canonical(position, this.#symmetries), { number: n + 1, position, move }]),
    );
  }

  /** The step for a position where the plan's player moves, if there is one: its number, and the ply to play. */
  stepFor(position) {
    const [text, symmetries] = [positionText(position), this.#symmetries];
    const step = position.side === this.side ? this.#steps.get(canonical(text, symmetries)) : undefined;
    if (!step) return undefined;
    const symmetry = symmetries.find((it) => image(step.position, it) === image(text, symmetries[0]));
    const ply = nameOf(position, symmetry.indexOf(squareOf(position, step.move)));
    return { number: step.number, ply, isTurned: symmetry !== symmetries[0] };
  }

  /** Whether the plan secures its score from a position on. */
  covers(position) {
    if (position.turn === 'over') return this.scoreOf(position) >= this.secures;
    if (position.turn === 'place' && position.side === this.side) return this.stepFor(position) !== undefined;
    return legalPlies(position).every((ply) => this.covers(after(position, ply)));
  }

  /** The score that the plan secures, and its size. */
  get summary() {
    const { side, secures, positions, isSmallest } = this;
    return texts.sentences([texts.plan.secures(side, secures), texts.plan.size(positions, isSmallest)]);
  }

  /** The score of a finished game for the plan's player. */
  scoreOf(position) {
    const score = finalScore(position, this.rules);
    return position.side === this.side ? score : -score || 0;
  }
}

/** Makes a plan for a board whose values the page knows. It is small, but not always the smallest. */
export function makePlan(root, rules, side, knowledge) {
  const symmetries = symmetriesOf(root);
  const keyOf = (position) => canonical(positionText(position), symmetries);
  const valueOf = (position) => {
    const { value } = knowledge.solution(root, rules).of(position);
    return position.side === side ? value : -value || 0;
  };
  const secures = valueOf(root);
  const isKnown = `${boardText(root, rules)} ${positionText(root)}` === '4x4 discs most -----OX--XO----- X';
  const seen = new Set();
  const waiting = [];
  const reach = (positions) => {
    for (const position of positions) {
      const key = keyOf(position);
      if (!seen.has(key)) waiting.push(position);
      seen.add(key);
    }
  };
  const cheapest = (position) => {
    const plies = legalPlies(position).filter((ply) => valueOf(after(position, ply)) >= secures);
    const costs = plies.map((ply) => {
      const keys = new Set(nextTurns(after(position, ply), side).map(keyOf));
      return [...keys].filter((key) => !seen.has(key)).length + keys.size / 100;
    });
    return plies[costs.indexOf(Math.min(...costs))];
  };
  reach(nextTurns(root, side));
  // The list grows on the way.
  const steps = [];
  for (const position of waiting) {
    const at = 2 * steps.length;
    const move = isKnown ? SMALLEST[side].slice(at, at + 2) : cheapest(position);
    steps.push({ position: positionText(position), move });
    reach(nextTurns(after(position, move), side));
  }
  return { side, secures, positions: steps.length, least_possible: isKnown ? steps.length : undefined, steps };
}

/** The next positions in which a side places a disc, one for each way to get there. */
function nextTurns(position, side) {
  if (position.turn === 'over') return [];
  if (position.turn === 'place' && position.side === side) return [position];
  return legalPlies(position).flatMap((ply) => nextTurns(after(position, ply), side));
}

/** Goes to the first position of a plan. */
function begin(plan, explorer) {
  const text = positionText(plan.root);
  const at = explorer.positions.findIndex((position) => positionText(position) === text);
  if (at >= 0) explorer.goTo(at);
  else explorer.openText('position', text);
}

/** Lets the computer play a plan. */
function defend(plan, explorer) {
  const { position } = explorer;
  if (position.turn === 'over' || !plan.covers(position)) begin(plan, explorer);
  explorer.set('answer', plan.side);
  const step = plan.stepFor(explorer.position);
  if (step) explorer.play(step.ply);
}

/** The parts of the section with a plan: what it secures, its step for the current position, and buttons. */
export function planParts(planner, explorer, change) {
  const { plan } = planner;
  const isPlaying = explorer.settings.answer === plan.side;
  const stop = (it) => isPlaying && it.set('answer', 'nobody');
  const hide = (it) => {
    stop(it);
    planner.drop();
  };
  const { tryToBreak, stopPlaying, hide: hidden } = texts.plan;
  const play = isPlaying ? change(stop, stopPlaying) : change((it) => defend(plan, it), tryToBreak);
  return [plan.summary, now(planner, explorer, change), [play, change(hide, hidden)]];
}

/** The step of the plan for the current position, in words. */
function now(planner, explorer, change) {
  const { plan } = planner;
  const { position, positions, plies, ply: played } = explorer;
  const other = opponentOf(plan.side);
  const play = (...plies) => change((it) => it.play(...plies), plyInWords(plies.at(-1)));
  const replies = (position, ...before) => legalPlies(position).map((ply) => play(...before, ply));
  const { step, mayPlay, left, elsewhere, goBack } = texts.plan;
  if (!plan.covers(position)) {
    const last = positions.slice(0, played).findLastIndex((it) => plan.covers(it));
    if (last < 0) return [elsewhere, change((it) => begin(plan, it), goBack)];
    const planned = plan.stepFor(positions[last]).ply;
    return [left(plan.side, last + 1, plyInWords(plies[last]), planned), change((it) => it.goTo(last), goBack)];
  }
  if (position.turn === 'over') return [planner.resultOf(explorer)];
  const found = plan.stepFor(position);
  if (!found) return [position.turn === 'pass' ? texts.sentence(texts.turn.pass(position.side)) : mayPlay(other), ...replies(position)];
  const next = after(position, found.ply);
  const rest = next.turn === 'over' ? [texts.gameOver] : [mayPlay(other), ...replies(next, found.ply)];
  return [step(found.number, plan.positions, found.isTurned, plan.side), play(found.ply), ...rest];
}
