// The state of the page: a game, a place in it, and what is known. Nothing here knows of the page
// itself.

import { opponentOf, positionOf, startOf } from './rules.mjs';
import { PASS, after, nameOf, positionsOf, squareOf } from './game.mjs';
import { isExact, likely, seenByOther } from './estimate.mjs';
import { positionText, readGgf, readPosition, readSize, readTranscript, sizeText } from './notation.mjs';
import { formatFragment, parseFragment } from './link.mjs';

/** The content of a square after the one that it had, while a position is set up. */
const NEXT_CONTENT = { null: 'black', black: 'white', white: null };

/** A game that can be played, taken back and played again, with what is known of each position. */
export class Explorer {
  // Whether the position that is shown was come to by a ply, and not by going back.
  #played = false;
  // What was found for the place that is shown.
  #found = {};

  /** Opens the game that a fragment describes. */
  constructor(fragment, knowledge) {
    this.knowledge = knowledge;
    this.open(fragment);
  }

  /** Opens the game that a fragment describes; `error` says what of it could not be read. */
  open(fragment) {
    const { error, ...read } = parseFragment(fragment);
    Object.assign(this, read);
    this.error = error && { field: 'link', text: error };
    this.isEdited = false;
    this.#played = false;
    this.positions = positionsOf(this.root, this.plies);
  }

  /** The fragment that opens this game here. */
  get fragment() {
    return formatFragment(this);
  }

  /** The position that is shown. */
  get position() {
    return this.positions[this.ply];
  }

  /** Opens the game that was typed into a field. If it cannot be read, `error` says why and nothing changes. */
  openText(field, text) {
    const { root, plies, isSetUp, error } = /[[;]\s*(GM|BO)/i.test(text) ? readGgf(text)
      : field === 'position' ? this.#readPosition(text)
        : { root: this.root, isSetUp: this.isSetUp, ...readTranscript(this.root, text) };
    if (error) this.error = { field, text: error };
    else this.#begin(root, plies, isSetUp);
  }

  #readPosition(text) {
    const { position, error } = readPosition(text, this.root);
    return { root: position, plies: [], error };
  }

  /** Begins with a position; without being told it finds out whether that is a start. */
  #begin(root, plies = [], isSetUp = undefined) {
    const begins = (start) => positionText(startOf(root.width, root.height, start)) === positionText(root);
    const start = ['diagonal', 'parallel'].find(begins);
    if (start) this.settings = { ...this.settings, start };
    this.isSetUp = isSetUp ?? !start;
    Object.assign(this, { root, plies, ply: plies.length, positions: positionsOf(root, plies) });
    this.isEdited = false;
    this.#played = false;
  }

  /** What is known of the value of a position, by default of the one that is shown. */
  estimate(position = this.position) {
    return this.knowledge.estimateOf(position, this.settings);
  }

  /** What is known of the value of each legal ply, to the player who makes it. */
  get moves() {
    return this.#once('moves', () => this.knowledge.movesOf(this.position, this.settings));
  }

  /** The plies that are known to keep the value of the position that is shown. */
  get bestPlies() {
    return this.#once('best', () => this.knowledge.bestPlies(this.position, this.settings));
  }

  /** Best play from here, as far as it is known, with the position after each ply. */
  get line() {
    return this.#once('line', () => this.#withPositions(this.knowledge.lineFrom(this.position, this.settings)));
  }

  /** What `find` gives, found once for as long as the place and what is known stay the same. */
  #once(name, find) {
    const now = [this.position, this.settings, this.knowledge.version];
    if (now.some((part, n) => part !== this.#found.now?.[n])) this.#found = { now };
    return (this.#found[name] ??= find());
  }

  /** A ply, and best play after it as far as that is known. */
  lineBy(ply) {
    return this.#withPositions(this.knowledge.lineBy(this.position, ply, this.settings));
  }

  /** The ply that answers one best, or `undefined` while that is not known. */
  replyTo(ply) {
    return this.lineBy(ply)[1]?.ply;
  }

  #withPositions(plies) {
    const positions = positionsOf(this.position, plies);
    return plies.map((ply, n) => ({ ply, position: positions[n + 1] }));
  }

  /** The discs that a legal ply gives away, or `undefined` while that is not known. */
  costOf(ply) {
    const [value, move] = [this.estimate(), this.moves.get(ply)];
    return isExact(value) && isExact(move) ? value.lower - move.lower : undefined;
  }

  /** Plays legal plies. Those that had been taken back stay for as long as the game is the same. */
  play(...plies) {
    for (const ply of plies) {
      if (this.plies[this.ply] !== ply) {
        this.plies = [...this.plies.slice(0, this.ply), ply];
        this.positions = [...this.positions.slice(0, this.ply + 1), after(this.position, ply)];
      }
      this.ply += 1;
    }
    this.#played = true;
  }

  /** Plays on a square, if that is legal, or changes what lies there while a position is set up. */
  choose(square) {
    if (this.isEdited) this.#edit(this.position.cells.with(square, NEXT_CONTENT[this.position.cells[square]]));
    else if (this.position.moves.includes(square)) this.play(nameOf(this.position, square));
    else this.error = { text: `${nameOf(this.position, square)} is not a legal move.` };
  }

  /** Begins to set up a position, from the one that is shown. */
  edit() {
    this.#edit(this.position.cells);
  }

  /** Takes all discs off the board that is set up. */
  clear() {
    this.#edit(this.position.cells.map(() => null));
  }

  /** Gives the move to the other side. */
  changeSide() {
    this.#edit(this.position.cells, opponentOf(this.position.side));
  }

  #edit(cells, side = this.position.side) {
    this.#begin(positionOf(this.root.width, this.root.height, cells, side));
    this.isEdited = true;
  }

  /** Ends setting up a position. */
  endEdit() {
    this.isEdited = false;
  }

  /** Goes to a position of the game, counted from 0. */
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

  /** Changes one setting. Another start or board is another game. */
  set(name, choice) {
    const { width, height } = this.root;
    if (name === 'width') this.#resize(name, `${choice}x${height}`);
    else if (name === 'height') this.#resize(name, `${width}x${choice}`);
    else this.settings = { ...this.settings, [name]: choice };
    if (name === 'start') this.#begin(startOf(width, height, choice), [], false);
  }

  #resize(field, size) {
    const { width, height, error } = readSize(size);
    if (error) this.error = { field, text: error };
    else this.#begin(startOf(width, height, this.settings.start), [], false);
  }

  /** Begins again. */
  restart() {
    this.#begin(this.root, [], this.isSetUp);
  }

  /** Whether the program is to make the next ply: not where plies were taken back and none was played since. */
  get answerDue() {
    const goesOn = this.#played || this.ply === this.plies.length;
    return goesOn && !this.isEdited && this.position.turn !== 'over' && this.#answersHere();
  }

  #answersHere() {
    return this.settings.answer === this.position.side;
  }

  /** The square of the last disc that was placed, or `undefined`. */
  get lastSquare() {
    const ply = this.plies.slice(0, this.ply).findLast((ply) => ply !== PASS);
    return ply && squareOf(this.root, ply);
  }

  /** The name of the board: `6x6`. */
  get size() {
    return sizeText(this.root);
  }

  /** What is known of each position of the game, seen by Black. */
  get course() {
    return this.positions.map((position) => {
      const estimate = this.estimate(position);
      return position.side === 'black' ? estimate : seenByOther(estimate);
    });
  }

  /**
   * What each ply of the game did, where both values are exact: the discs that it gave away, and
   * whether it changed who wins.
   */
  get judgements() {
    const { course } = this;
    return this.plies.map((_, n) => {
      const [before, next] = [course[n], course[n + 1]];
      if (!isExact(before) || !isExact(next)) return { lost: 0, isTurningPoint: false };
      return {
        lost: Math.abs(before.lower - next.lower),
        isTurningPoint: Math.sign(before.lower) !== Math.sign(next.lower),
      };
    });
  }

  /** Whether of some position of the game nothing is known that a curve could show. */
  get hasGaps() {
    return this.course.some((estimate) => likely(estimate) === undefined);
  }
}
