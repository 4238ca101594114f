// The page's knowledge of positions. It solves small boards itself and learns about others from the
// server.

import { finalScore, pass } from './rules.mjs';
import { Solution, isSmall } from './solver.mjs';
import { PASS, after, afterForcedPass, legalPlies, withPasses } from './game.mjs';
import { boardText, positionText } from './notation.mjs';
import { combined, exactly, isExact, likely, seenByOther, unknown } from './estimate.mjs';

/** The moves of a line, each a letter and digits. */
const MOVES = /[a-z]\d+/g;

/** Everything known about every board. `rules` are a score and an objective. */
export class Knowledge {
  #boards = new Map();

  /** Increases whenever something is learned. */
  version = 0;

  /** The solution of a small board. */
  solution(size, rules) {
    return this.#board(size, rules).solution;
  }

  /** The estimate of a position's value. */
  estimateOf(position, rules) {
    if (position.turn === 'over') return exactly(finalScore(position, rules));
    if (isSmall(position)) return exactly(this.solution(position, rules).of(position).value);
    if (position.turn === 'pass') return seenByOther(this.estimateOf(pass(position), rules));
    return this.#record(position, rules).estimate;
  }

  /** The estimate for each legal ply. */
  movesOf(position, rules) {
    const { moves } = this.#record(position, rules);
    return new Map(
      legalPlies(position).map((ply) => {
        const next = seenByOther(this.estimateOf(after(position, ply), rules));
        const own = moves.get(ply)?.estimate;
        return [ply, own ? combined(next, own) : next];
      }),
    );
  }

  /** The plies known to keep the value of a position, in ascending order. */
  bestPlies(position, rules) {
    if (position.turn === 'pass') return [PASS];
    const value = this.estimateOf(position, rules);
    if (!isExact(value)) return [];
    const moves = [...this.movesOf(position, rules)];
    return moves.filter(([, move]) => isExact(move) && move.lower === value.lower).map(([ply]) => ply);
  }

  /** Best play from a position, as far as known. */
  lineFrom(position, rules) {
    const line = [];
    for (let here = position; here.turn !== 'over'; here = after(here, line.at(-1))) {
      const [ply] = this.bestPlies(here, rules);
      if (ply === undefined) break;
      line.push(ply);
    }
    return line;
  }

  /**
   * Best play from a position and, where it is not known, likely play: each ply, and whether it is only likely.
   */
  likelyLine(position, rules) {
    const line = [];
    let expected = [];
    for (let here = position; here.turn !== 'over'; here = after(here, line.at(-1).ply)) {
      const [best] = this.bestPlies(here, rules);
      if (best === undefined && expected.length === 0) expected = this.#expectedFrom(here, rules);
      const ply = best ?? expected[0];
      if (ply === undefined) break;
      line.push({ ply, isLikely: best === undefined || Boolean(line.at(-1)?.isLikely) });
      expected = ply === expected[0] ? expected.slice(1) : [];
    }
    return line;
  }

  /** Likely play from a position by forecasts of its moves. */
  #expectedFrom(position, rules) {
    const values = [...this.movesOf(position, rules)].map(([ply, estimate]) => [ply, likely(estimate)]);
    const best = Math.max(...values.map(([, value]) => value ?? -Infinity));
    const found = values.find(([, value]) => value === best)?.[0];
    const { expected } = this.#record(position, rules);
    return found === undefined || expected[0] === found ? expected : [found];
  }

  /** Best play that begins with a given ply, as far as known. */
  lineBy(position, ply, rules) {
    const known = this.#record(position, rules).moves.get(ply)?.line ?? [];
    const found = [ply, ...this.lineFrom(after(position, ply), rules)];
    return known.length > found.length ? known : found;
  }

  /** How many plies the forecast of a position looked ahead, if it has one. */
  aheadOf(position, rules) {
    return isSmall(position) ? undefined : this.#record(afterForcedPass(position), rules).ahead;
  }

  /** Whether the value of every move is known. */
  isComplete(position, rules) {
    if (position.turn === 'over' || isSmall(position)) return true;
    return this.#record(afterForcedPass(position), rules).isFinal;
  }

  /**
   * Learns from the server's document on a position with a legal move. Returns whether anything is
   * new.
   */
  learn(position, rules, document) {
    const record = this.#record(position, rules);
    const before = JSON.stringify([record.estimate, record.ahead, ...record.moves]);
    const { usual_error: error, moves: forecasts = [], depth } = document.forecast ?? {};
    record.ahead = depth ?? record.ahead;
    const forecastOf = (name) => {
      const forecast = forecasts.find(({ move }) => move === name)?.value;
      return { ...unknown(position.cells.length), forecast, error };
    };
    record.estimate = combined(record.estimate, estimateIn(document));
    if (forecasts.length > 0) record.estimate = combined(record.estimate, forecastOf(forecasts[0].move));
    if (document.forecast?.line) record.expected = withPasses(position, document.forecast.line.match(MOVES));
    // The value may be known early, before the search has finished.
    record.isFinal ||= document.value !== undefined && document.lower === undefined;
    for (const move of document.moves ?? []) {
      const line = withPasses(position, (move.line || move.move).match(MOVES));
      const known = record.moves.get(move.move)?.estimate ?? unknown(position.cells.length);
      const estimate = combined(combined(known, forecastOf(move.move)), estimateIn(move));
      record.moves.set(move.move, { estimate, line });
      if (isExact(estimate)) this.#learnLine(position, rules, line, estimate);
    }
    const isNew = record.isFinal || JSON.stringify([record.estimate, record.ahead, ...record.moves]) !== before;
    if (isNew) this.version += 1;
    return isNew;
  }

  /**
   * A ply as a review judges it, or `undefined` if none has: the discs it lost, and whether it probably changed the
   * outcome.
   */
  reviewOf(position, ply, rules) {
    return this.#record(position, rules).reviewed.get(ply);
  }

  /** Learns the values in the review of a game. */
  learnReview(positions, plies, rules, review) {
    this.version += 1;
    const made = review.moves.values();
    plies.forEach((ply, n) => {
      if (ply === PASS) return;
      const move = made.next().value ?? {};
      const { value, best_value: best, best_move: better, lost, basis, usual_error: error } = move;
      if (value === undefined) return;
      const isTurningPoint = basis !== 'discs' && Math.sign(value) !== Math.sign(best);
      const [reply] = move.line?.match(MOVES) ?? [];
      const judged = { lost, isTurningPoint, isLikely: basis !== 'exact', reply, better };
      this.#record(positions[n], rules).reviewed.set(ply, judged);
      const estimate = (score) =>
        basis === 'exact' ? exactly(score) : { ...unknown(positions[n].cells.length), forecast: score, error };
      this.#note(positions[n], rules, estimate(best));
      this.#note(positions[n + 1], rules, seenByOther(estimate(value)));
    });
  }

  /** Every position along best play has the same value. */
  #learnLine(position, rules, line, estimate) {
    let [here, value] = [position, estimate];
    for (const ply of line) {
      [here, value] = [after(here, ply), seenByOther(value)];
      this.#note(here, rules, value);
    }
  }

  #note(position, rules, estimate) {
    if (position.turn === 'over' || isSmall(position)) return;
    const seen = position.turn === 'pass' ? seenByOther(estimate) : estimate;
    const record = this.#record(afterForcedPass(position), rules);
    record.estimate = combined(record.estimate, seen);
  }

  #record(position, rules) {
    const { records } = this.#board(position, rules);
    const key = positionText(position);
    if (!records.has(key)) {
      records.set(key, { estimate: unknown(position.cells.length), moves: new Map(), expected: [], reviewed: new Map(), isFinal: false });
    }
    return records.get(key);
  }

  /** The only store of values for one board and one set of rules. */
  #board(size, rules) {
    const key = boardText(size, rules);
    if (!this.#boards.has(key)) this.#boards.set(key, { solution: new Solution(size, rules), records: new Map() });
    return this.#boards.get(key);
  }
}

function estimateIn({ value, lower, upper }) {
  return value === undefined ? { lower, upper } : exactly(value);
}
