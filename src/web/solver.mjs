// The value of every position that can be reached from a start.
//
// There are about 60,000 of them, so all are looked at, each once: there is
// nothing to prune and nothing to estimate.

import { finalScore, list, moves, pass, play, turn } from './rules.mjs';

/**
 * What is known of one position, seen by its player to move.
 *
 * @typedef {object} Verdict
 * @property {number} value the score with best play of both sides
 * @property {number} wins the games from here that the player to move wins
 * @property {number} draws the games from here that nobody wins
 * @property {number} losses the games from here that the opponent wins
 */

/** The strong solution of one start under one way of scoring. */
export class Solution {
  #verdicts = new Map();

  /** Solves everything that can be reached from `start`. */
  constructor(start, scoring) {
    this.scoring = scoring;
    this.#solve(start);
  }

  /** The number of positions that can be reached. */
  get size() {
    return this.#verdicts.size;
  }

  /** The {@link Verdict} on a position that can be reached. */
  of(position) {
    return this.#verdicts.get(key(position));
  }

  /** The number of games that can still be played from a position. */
  games(position) {
    const { wins, draws, losses } = this.of(position);
    return wins + draws + losses;
  }

  /** The value of placing a disc on `square`, to the player who places it. */
  valueOfMove(position, square) {
    return -this.of(play(position, square)).value || 0;
  }

  /** The squares that keep the value of a position, in ascending order. */
  bestMoves(position) {
    const { value } = this.of(position);
    return list(moves(position)).filter((square) => this.valueOfMove(position, square) === value);
  }

  #solve(position) {
    const known = this.of(position);
    if (known !== undefined) return known;
    const verdict = this.#judge(position);
    this.#verdicts.set(key(position), verdict);
    return verdict;
  }

  #judge(position) {
    switch (turn(position)) {
      case 'pass':
        return seenByOpponent(this.#solve(pass(position)));
      case 'over': {
        const value = finalScore(position, this.scoring);
        return { value, wins: Number(value > 0), draws: Number(value === 0), losses: Number(value < 0) };
      }
    }
    const best = { value: -Infinity, wins: 0, draws: 0, losses: 0 };
    for (const square of list(moves(position))) {
      const { value, wins, draws, losses } = seenByOpponent(this.#solve(play(position, square)));
      best.value = Math.max(best.value, value);
      best.wins += wins;
      best.draws += draws;
      best.losses += losses;
    }
    return best;
  }
}

function key({ own, opponent }) {
  return (own << 16) | opponent;
}

function seenByOpponent({ value, wins, draws, losses }) {
  return { value: -value || 0, wins: losses, draws, losses: wins };
}
