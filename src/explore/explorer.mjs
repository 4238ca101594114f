// What the page is about: a game, a place in it, and the solution it is seen by.
// Nothing here knows of the page itself.

import { STARTS } from './rules.mjs';
import { Solution } from './solver.mjs';
import { PASS, after, legalPlies, nameOf, squareOf, stagesOf } from './game.mjs';
import { formatFragment, parseFragment } from './link.mjs';

/** A game that can be played, taken back and played again, with the value of each stage. */
export class Explorer {
  #solutions = new Map();

  /** Opens the game that a fragment describes. */
  constructor(fragment) {
    this.open(fragment);
  }

  /** Opens the game that a fragment describes; `error` says what of it could not be read. */
  open(fragment) {
    Object.assign(this, parseFragment(fragment));
    this.stages = stagesOf(this.settings.start, this.plies);
  }

  /** The fragment that opens this game here. */
  get fragment() {
    return formatFragment(this);
  }

  /** The stage that is shown. */
  get stage() {
    return this.stages[this.ply];
  }

  /** The solution of the start under the scoring that was chosen. */
  get solution() {
    const { start, score, objective } = this.settings;
    const name = [start, score, objective].join();
    if (!this.#solutions.has(name)) {
      this.#solutions.set(name, new Solution(STARTS[start], { score, objective }));
    }
    return this.#solutions.get(name);
  }

  /** The value of a stage to its player to move. */
  valueOf(stage) {
    return this.solution.of(stage.position).value;
  }

  /** What a legal ply is worth to the player who makes it. */
  valueOfPly(stage, ply) {
    return -this.valueOf(after(stage, ply)) || 0;
  }

  /** The plies that keep the value of a stage. */
  bestPlies(stage) {
    if (stage.turn !== 'place') return legalPlies(stage);
    return this.solution.bestMoves(stage.position).map(nameOf);
  }

  /** Best play from a stage to the end, with the stage after each ply. */
  lineFrom(stage) {
    const line = [];
    for (let here = stage; here.turn !== 'over'; here = line.at(-1).stage) {
      const [ply] = this.bestPlies(here);
      line.push({ ply, stage: after(here, ply) });
    }
    return line;
  }

  /** Plays legal plies. Those that had been taken back stay for as long as the game is the same. */
  play(...plies) {
    for (const ply of plies) {
      if (this.plies[this.ply] !== ply) {
        this.plies = [...this.plies.slice(0, this.ply), ply];
        this.stages = [...this.stages.slice(0, this.ply + 1), after(this.stage, ply)];
      }
      this.ply += 1;
    }
  }

  /** Plays on a square if that is legal, and says whether it was. */
  playOn(square) {
    const ply = nameOf(square);
    const legal = legalPlies(this.stage).includes(ply);
    if (legal) this.play(ply);
    return legal;
  }

  /** Goes to a stage of the game, counted from 0. */
  goTo(ply) {
    this.ply = Math.max(0, Math.min(ply, this.plies.length));
  }

  /** Takes back the last ply, and the answer with it where there was one. */
  undo() {
    do this.goTo(this.ply - 1);
    while (this.ply > 0 && this.#answersHere());
  }

  /** Plays again what was taken back. */
  redo() {
    do this.goTo(this.ply + 1);
    while (this.ply < this.plies.length && this.#answersHere());
  }

  /** Changes one setting. Another start is another game. */
  set(name, choice) {
    this.settings = { ...this.settings, [name]: choice };
    if (name === 'start') this.restart();
  }

  /** Begins again. */
  restart() {
    this.plies = [];
    this.ply = 0;
    this.stages = stagesOf(this.settings.start, []);
  }

  /** Whether the page is to make the next ply: at the end of the game, not where it was taken back. */
  get answerDue() {
    return this.ply === this.plies.length && this.stage.turn !== 'over' && this.#answersHere();
  }

  #answersHere() {
    return this.settings.answer === this.stage.color;
  }

  /** The square of the last disc that was placed, or `undefined`. */
  get lastSquare() {
    const ply = this.plies.slice(0, this.ply).findLast((ply) => ply !== PASS);
    return ply && squareOf(ply);
  }

  /** How much the ply after each stage of the game gave away, to the player who made it. */
  get losses() {
    return this.plies.map((ply, n) => {
      const stage = this.stages[n];
      return this.valueOf(stage) - this.valueOfPly(stage, ply);
    });
  }
}
