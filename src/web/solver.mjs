// The value of every position of a small board.
//
// Some 60,000 positions can be reached on 4×4, so all are looked at, each once: there is nothing to
// prune and nothing to estimate.

import { finalScore, pass, play } from './rules.mjs';

/** The largest board, in squares, that is solved here. */
const MOST_SOLVED = 16;

/** Whether a position is on a board that is solved here. */
export function isSmall({ width, height }) {
  return width * height <= MOST_SOLVED;
}

/**
 * What is known of one position, seen by its player to move.
 *
 * @typedef {object} Verdict
 * @property {number} value the score with best play of both sides
 * @property {number} wins the games from here that the player to move wins
 * @property {number} draws the games from here that nobody wins
 * @property {number} losses the games from here that the opponent wins
 */

/** The solution of one board under one set of rules, as far as it has been asked for. */
export class Solution {
  #verdicts = new Map();

  constructor({ width, height }, rules) {
    Object.assign(this, { width, height, rules });
  }

  /** The number of positions that are solved. */
  get size() {
    return this.#verdicts.size;
  }

  /** The {@link Verdict} on a position. */
  of(position) {
    const { width, height } = this;
    // A key covers the cells, not the board.
    const isOurs = position.width === width && position.height === height;
    if (!isOurs) throw new Error(`This is the solution of ${width}×${height}.`);
    const key = keyOf(position);
    let verdict = this.#verdicts.get(key);
    if (verdict === undefined) {
      verdict = this.#judge(position);
      this.#verdicts.set(key, verdict);
    }
    return verdict;
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
    return position.moves.filter((square) => this.valueOfMove(position, square) === value);
  }

  #judge(position) {
    switch (position.turn) {
      case 'pass':
        return seenByOpponent(this.of(pass(position)));
      case 'over': {
        const value = finalScore(position, this.rules);
        return { value, wins: Number(value > 0), draws: Number(value === 0), losses: Number(value < 0) };
      }
    }
    const best = { value: -Infinity, wins: 0, draws: 0, losses: 0 };
    for (const square of position.moves) {
      const { value, wins, draws, losses } = seenByOpponent(this.of(play(position, square)));
      best.value = Math.max(best.value, value);
      best.wins += wins;
      best.draws += draws;
      best.losses += losses;
    }
    return best;
  }
}

/** A number that no other position of the same board has. */
function keyOf({ cells, side }) {
  let key = side === 'black' ? 1 : 2;
  for (const content of cells) key = 3 * key + (content === null ? 0 : content === 'black' ? 1 : 2);
  return key;
}

function seenByOpponent({ value, wins, draws, losses }) {
  return { value: -value || 0, wins: losses, draws, losses: wins };
}
