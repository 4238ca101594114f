// The value of every position of a small board.
//
// Only some 60,000 positions can be reached on 4×4, so each is visited once, with no pruning and no
// heuristics.

import { finalScore, pass, play } from './rules.mjs';

/** The largest board solved here, in squares. */
const MOST_SOLVED = 16;

/** Whether a position's board is solved here. */
export function isSmall({ width, height }) {
  return width * height <= MOST_SOLVED;
}

/**
 * The value and game counts of one position, from the point of view of the player to move.
 *
 * @typedef {object} Verdict
 * @property {number} value the score with best play by both sides
 * @property {number} wins the number of games from here that the player to move wins
 * @property {number} draws the number of drawn games from here
 * @property {number} losses the number of games from here that the opponent wins
 */

/** The solution of one board under one set of rules, computed on demand. */
export class Solution {
  #verdicts = new Map();

  constructor({ width, height }, rules) {
    Object.assign(this, { width, height, rules });
  }

  /** The number of positions solved so far. */
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

  /** The value of placing a disc on `square`, for the player who places it. */
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

/** A number that is unique among the positions of the same board. */
function keyOf({ cells, side }) {
  let key = side === 'black' ? 1 : 2;
  for (const content of cells) key = 3 * key + (content === null ? 0 : content === 'black' ? 1 : 2);
  return key;
}

function seenByOpponent({ value, wins, draws, losses }) {
  return { value: -value || 0, wins: losses, draws, losses: wins };
}
