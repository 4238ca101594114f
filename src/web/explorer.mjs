// The state of the page: a game, a place in it, and the solution.
// Nothing here knows of the page itself.

import { STARTS } from './rules.mjs';
import { Solution } from './solver.mjs';
import {
  PASS,
  after,
  legalPlies,
  nameOf,
  parsePosition,
  parseTranscript,
  squareOf,
  stagesOf,
} from './game.mjs';
import { Paths } from './paths.mjs';
import { formatFragment, parseFragment } from './link.mjs';

/** A game that can be played, taken back and played again, with the value of each stage. */
export class Explorer {
  #solutions = new Map();
  #paths = new Map();
  // Whether the stage that is shown was come to by a ply, and not by going back.
  #played = false;

  /** Opens the game that a fragment describes. */
  constructor(fragment) {
    this.open(fragment);
  }

  /** Opens the game that a fragment describes; `error` says what of it could not be read. */
  open(fragment) {
    Object.assign(this, parseFragment(fragment));
    this.#played = false;
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

  /** The positions that can be reached from a start, by default the one that was chosen. */
  paths(start = this.settings.start) {
    if (!this.#paths.has(start)) this.#paths.set(start, new Paths(start));
    return this.#paths.get(start);
  }

  /** Opens a game that was typed. If it cannot be read, `error` says why and nothing changes. */
  openTranscript(text) {
    const { plies, error } = parseTranscript(this.settings.start, text.trim());
    if (error) this.error = error;
    else this.#begin(this.settings.start, plies);
  }

  /** Opens a game that leads to a position that was typed, from the same start if there is one. */
  openPosition(text) {
    const found = parsePosition(text);
    if (found === undefined) {
      this.error = 'A position is 16 cells, X, O or -, and the side to move, such as -----OX--XO----- X.';
      return;
    }
    const { start } = this.settings;
    for (const from of [start, ...Object.keys(STARTS).filter((other) => other !== start)]) {
      const plies = this.paths(from).to(found.position, found.color);
      if (plies) {
        this.#begin(from, plies);
        return;
      }
    }
    this.error = 'No game leads to this position, from neither start.';
  }

  #begin(start, plies) {
    this.settings = { ...this.settings, start };
    this.plies = plies;
    this.stages = stagesOf(start, plies);
    this.ply = plies.length;
    this.#played = false;
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
    this.#played = true;
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
    this.#played = false;
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
    this.#begin(this.settings.start, []);
  }

  /** Whether the page is to make the next ply: not where plies were taken back and none was played since. */
  get answerDue() {
    const goesOn = this.#played || this.ply === this.plies.length;
    return goesOn && this.stage.turn !== 'over' && this.#answersHere();
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
