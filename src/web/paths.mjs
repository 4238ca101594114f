// Every position that can be reached from a start, and a game that leads to it.

import { after, firstStage, legalPlies } from './game.mjs';

/** The positions that can be reached, each once for each side to move. */
export class Paths {
  // The last ply to a position, and the number of the position before it.
  #last = new Map();

  /** Goes through all games from a start, ply by ply. */
  constructor(start) {
    let row = [firstStage(start)];
    this.#last.set(keyOf(row[0]), undefined);
    while (row.length > 0) row = row.flatMap((stage) => this.#next(stage));
  }

  #next(stage) {
    const stages = [];
    for (const ply of legalPlies(stage)) {
      const next = after(stage, ply);
      if (this.#last.has(keyOf(next))) continue;
      this.#last.set(keyOf(next), { ply, before: keyOf(stage) });
      stages.push(next);
    }
    return stages;
  }

  /** The number of positions. */
  get size() {
    return this.#last.size;
  }

  /** The plies of a shortest game to a position, or `undefined` if none leads there. */
  to(position, color) {
    let here = keyOf({ position, color });
    if (!this.#last.has(here)) return undefined;
    const plies = [];
    for (let last = this.#last.get(here); last !== undefined; last = this.#last.get(here)) {
      plies.unshift(last.ply);
      here = last.before;
    }
    return plies;
  }
}

/** A number that no other position has. */
function keyOf({ position: { own, opponent }, color }) {
  return (own * 0x10000 + opponent) * 2 + Number(color === 'white');
}
