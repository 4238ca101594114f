// The state of the page: a game, the current place in it, and the known values. Nothing here
// depends on the DOM.

import { texts } from './language.mjs';
import { opponentOf, positionOf, startOf } from './rules.mjs';
import { PASS, nameOf, positionsOf, squareOf } from './game.mjs';
import { isExact, likely, seenByOther } from './estimate.mjs';
import { positionText, readGgf, readPosition, readSize, readTranscript, sizeText } from './notation.mjs';
import { formatFragment, parseFragment } from './link.mjs';

/** The next content of a square that is clicked while setting up a position. */
const NEXT_CONTENT = { null: 'black', black: 'white', white: null };

/** The settings that undo restores. */
const RULES = ['start', 'score', 'objective'];

/** The number of moves in the list of the worst. */
const MOST_WORST = 3;

/** A game with its variations, with undo and redo, and the known values of each position. */
export class Explorer {
  /** The numbers of the plies that the computer chose by forecasts. */
  guessed = [];

  /** The brush for setting up a position: `black`, `white`, `empty`, or each of them by `turns`. */
  brush = 'turns';

  // Whether the current position was reached by playing, rather than by navigating.
  #played = false;
  // The states that undo and redo return to, the nearest last.
  #past = [];
  #future = [];
  // Whether the last change was a jump within the game. Several jumps in a row are undone together.
  #wandered = false;
  // Cached results for the current position.
  #found = {};

  /** Opens the game that a fragment describes, on the `usual` board if it names none. */
  constructor(fragment, knowledge, usual) {
    Object.assign(this, { knowledge, usual });
    this.#open(fragment);
  }

  /** Opens the game that a fragment describes; `error` reports the parts that could not be read. */
  open(fragment) {
    this.#keep();
    this.#open(fragment);
  }

  #open(fragment) {
    const { error, ...read } = parseFragment(fragment, this.usual);
    Object.assign(this, read);
    this.error = error && { field: 'address', text: error };
    this.isEdited = false;
    this.#played = false;
    this.guessed = [];
    this.positions = positionsOf(this.root, this.plies);
  }

  /** The fragment that reopens this game at this place. */
  get fragment() {
    return formatFragment(this);
  }

  /** The current position. */
  get position() {
    return this.positions[this.ply];
  }

  /**
   * Opens the game typed into a field. If it cannot be read, sets `error` and changes nothing else.
   */
  openText(field, text) {
    const { root, plies, isSetUp, error } = /[[;]\s*(GM|BO)/i.test(text) ? (readGgf(text) ?? { error: texts.error.oneGame })
      : field === 'position' ? this.#readPosition(text)
        : { root: this.root, isSetUp: this.isSetUp, ...readTranscript(this.root, text) };
    if (error) this.error = { field, text: error };
    else this.#begin(root, plies, isSetUp);
  }

  /** Opens a game or position that was read. A game without a legal ply is only an error. */
  openAnything({ fragment, root, plies, objective, error, note }) {
    if (fragment) return this.open(fragment);
    if (!error || plies.length > 0) {
      this.#begin(root, plies, positionText(root) === positionText(this.root) ? this.isSetUp : undefined);
      if (objective) this.settings = { ...this.settings, objective };
    }
    if (error) this.error = { field: 'anything', text: error };
    this.note = note;
  }

  /** Keeps the current state, so that undo can return to it after a change. */
  #keep() {
    this.#past.push(this.#state);
    this.#future = [];
    this.#wandered = false;
  }

  get #state() {
    const { root, plies, positions, ply, branches, guessed, isSetUp, isEdited, settings } = this;
    const rules = Object.fromEntries(RULES.map((name) => [name, settings[name]]));
    return { root, plies, positions, ply, branches, guessed, isSetUp, isEdited, rules };
  }

  #return({ rules, ...state }) {
    Object.assign(this, state);
    this.settings = { ...this.settings, ...rules };
    this.#played = this.#wandered = false;
  }

  /** Whether there is a change to undo, other than the computer's first move. */
  get canUndo() {
    return this.#past.some((state) => !this.#answersIn(state));
  }

  /** Whether there is a change to redo. */
  get canRedo() {
    return this.#future.length > 0;
  }

  /**
   * Undoes the last change: a move with the reply by the computer, a jump in the
   * game, a step of setting up a position, or another board.
   */
  undo() {
    this.#travel(this.#past, this.#future);
  }

  /** Redoes the change that was undone last. */
  redo() {
    this.#travel(this.#future, this.#past);
  }

  #travel(from, to) {
    const { position, fragment, isEdited } = this;
    const isSame = () => this.position === position && this.fragment === fragment && this.isEdited === isEdited;
    do {
      to.push(this.#state);
      this.#return(from.pop());
    } while (from.length > 0 && (this.#answersIn(this) || isSame()));
  }

  #readPosition(text) {
    const { position, error } = readPosition(text, this.root);
    return { root: position, plies: [], error };
  }

  /** Begins from a position, as a change that can be undone. */
  #begin(root, plies, isSetUp) {
    this.#keep();
    this.#load(root, plies, isSetUp);
  }

  /** Begins from a position. Unless `isSetUp` is given, detects whether it is one of the starts. */
  #load(root, plies = [], isSetUp = undefined) {
    const begins = (start) => positionText(startOf(root.width, root.height, start)) === positionText(root);
    const start = ['diagonal', 'parallel'].find(begins);
    if (start) this.settings = { ...this.settings, start };
    this.isSetUp = isSetUp ?? !start;
    this.guessed = [];
    Object.assign(this, { root, plies, ply: plies.length, branches: [], positions: positionsOf(root, plies) });
    this.isEdited = false;
    this.#played = false;
  }

  /** The estimate of a position's value; by default, of the current position. */
  estimate(position = this.position) {
    return this.knowledge.estimateOf(position, this.settings);
  }

  /** The estimate for each legal ply, from the mover's point of view. */
  get moves() {
    return this.#once('moves', () => this.knowledge.movesOf(this.position, this.settings));
  }

  /** The plies known to keep the value of the current position. */
  get bestPlies() {
    return this.#once('best', () => this.knowledge.bestPlies(this.position, this.settings));
  }

  /** Best or likely play from here, with the position after each ply and whether it is only likely. */
  get line() {
    return this.#once('line', () => {
      const line = this.knowledge.likelyLine(this.position, this.settings);
      return this.#withPositions(line.map(({ ply }) => ply)).map((step, n) => ({ ...step, ...line[n] }));
    });
  }

  /** The result of `find`, cached until the position, the settings or the known values change. */
  #once(name, find) {
    const now = [this.position, this.plies, this.settings, this.knowledge.version];
    if (now.some((part, n) => part !== this.#found.now?.[n])) this.#found = { now };
    return (this.#found[name] ??= find());
  }

  /** A ply, and best or likely play after it. */
  lineBy(ply) {
    const [first] = this.line;
    if (first?.isLikely && first.ply === ply) return this.line;
    return this.#withPositions(this.knowledge.lineBy(this.position, ply, this.settings));
  }

  /** The best reply to a ply, or `undefined` while unknown. */
  replyTo(ply) {
    const reply = this.lineBy(ply)[1];
    return reply?.isLikely ? undefined : reply?.ply;
  }

  #withPositions(plies) {
    const positions = positionsOf(this.position, plies);
    return plies.map((ply, n) => ({ ply, position: positions[n + 1] }));
  }

  /** The discs that a legal ply loses, or `undefined` while unknown. */
  costOf(ply) {
    const [value, move] = [this.estimate(), this.moves.get(ply)];
    return isExact(value) && isExact(move) ? value.lower - move.lower : undefined;
  }

  /** The discs that a legal ply loses by forecasts, or `undefined` if there are none. */
  likelyCostOf(ply) {
    const values = [...this.moves.values()].map(likely);
    const value = likely(this.moves.get(ply));
    return values.includes(undefined) ? undefined : Math.max(...values) - value;
  }

  /** Plays legal plies. The rest of the game is kept: while the plies follow it, or else as a branch. */
  play(...plies) {
    this.#keep();
    for (const ply of plies) {
      if (this.plies[this.ply] !== ply) this.#branchOff(ply);
      this.ply += 1;
    }
    this.#played = true;
  }

  /** Leaves the current line with a ply, for a branch that continues with it or for a new line. */
  #branchOff(ply) {
    const line = [...this.plies.slice(0, this.ply), ply];
    const known = this.branches.find((branch) => line.every((it, n) => it === branch[n]));
    if (this.ply < this.plies.length) this.branches = [...this.branches, this.plies];
    this.#turnTo(known ?? line);
  }

  /** Makes a line the current one. The current place has to be on it. */
  #turnTo(line) {
    this.branches = this.branches.filter((branch) => branch !== line);
    this.plies = line;
    this.guessed = this.guessed.filter((number) => number <= this.ply);
    this.positions = [...this.positions.slice(0, this.ply), ...positionsOf(this.position, line.slice(this.ply))];
  }

  /** Goes to the first position of a branch that is not on the current line, which becomes a branch. */
  follow(branch) {
    this.#keep();
    this.ply = this.forkOf(branch);
    this.branches = [...this.branches, this.plies];
    this.#turnTo(branch);
    this.ply += 1;
    this.#played = false;
  }

  /** Deletes a branch. */
  drop(branch) {
    this.#keep();
    this.branches = this.branches.filter((it) => it !== branch);
  }

  /** The number of plies that a branch has in common with the current line. */
  forkOf(branch) {
    const fork = branch.findIndex((ply, n) => ply !== this.plies[n]);
    return fork < 0 ? branch.length : fork;
  }

  /** Plays the computer's ply. If it was chosen by forecasts, that is remembered. */
  answer(ply, isLikely) {
    this.play(ply);
    if (isLikely) this.guessed = [...this.guessed, this.ply];
  }

  /**
   * Plays on a square if that is legal. While setting up a position, changes the square's content.
   */
  choose(square) {
    if (this.isEdited) this.paint([square], this.contentAt(square));
    else if (this.position.moves.includes(square)) this.play(nameOf(this.position, square));
    else this.error = { field: 'board', text: texts.error.illegal(nameOf(this.position, square)) };
  }

  /** The content that the brush gives a square: a colour, or null for none. */
  contentAt(square) {
    if (this.brush === 'turns') return NEXT_CONTENT[this.position.cells[square]];
    return this.brush === 'empty' ? null : this.brush;
  }

  /** Gives squares of the position being set up a content. */
  paint(squares, content) {
    this.#edit(this.position.cells.map((cell, square) => (squares.includes(square) ? content : cell)));
  }

  /** Starts setting up a position, beginning with the current one. */
  edit() {
    this.#keep();
    this.isEdited = true;
  }

  /** Clears the board being set up. */
  clear() {
    this.#edit(this.position.cells.map(() => null));
  }

  /** Switches the side to move. */
  changeSide() {
    this.#edit(this.position.cells, opponentOf(this.position.side));
  }

  #edit(cells, side = this.position.side) {
    this.#begin(positionOf(this.root.width, this.root.height, cells, side));
    this.isEdited = true;
  }

  /** Finishes setting up a position, which is a single change from then on. */
  endEdit() {
    const { position } = this;
    const before = this.#past[this.#beforeEdit];
    if (before.positions[before.ply] === position) this.cancelEdit();
    else if (position.turn === 'over') this.error = { field: 'done', text: texts.error.noMove };
    else {
      this.isEdited = false;
      this.#past.length = this.#beforeEdit + 1;
    }
  }

  /** Returns to the game as it was before setting up a position. */
  cancelEdit() {
    this.#past.length = this.#beforeEdit + 1;
    this.#return(this.#past.pop());
  }

  /** The index of the state before setting up a position. */
  get #beforeEdit() {
    return this.#past.findLastIndex(({ isEdited }) => !isEdited);
  }

  /** Goes to a position of the game, counted from 0. */
  goTo(ply) {
    const there = Math.max(0, Math.min(ply, this.plies.length));
    if (there === this.ply) return;
    if (!this.#wandered) this.#keep();
    this.ply = there;
    this.#played = false;
    this.#wandered = true;
  }

  /** Changes one setting. A different start begins a new game. */
  set(name, choice) {
    if (RULES.includes(name)) this.#keep();
    this.settings = { ...this.settings, [name]: choice };
    if (name === 'start') this.#load(startOf(this.root.width, this.root.height, choice), [], false);
  }

  /** Begins a new game on a board of this size, written as `6x6`. */
  resize(size) {
    const { width, height, error } = readSize(size);
    if (error) this.error = { field: 'width', text: error };
    else this.#begin(startOf(width, height, this.settings.start), [], false);
  }

  /** Restarts the game. */
  restart() {
    this.#begin(this.root, [], this.isSetUp);
  }

  /** Whether the computer should move now. It waits after an undo until another ply is played. */
  get answerDue() {
    const goesOn = this.#played || this.ply === this.plies.length;
    return goesOn && this.#answersIn(this);
  }

  /** Whether the computer has to move in a state. */
  #answersIn({ positions, ply, isEdited }) {
    return !isEdited && positions[ply].turn !== 'over' && this.settings.answer === positions[ply].side;
  }

  /** The square of the last disc placed, or `undefined`. */
  get lastSquare() {
    const ply = this.plies.slice(0, this.ply).findLast((ply) => ply !== PASS);
    return ply && squareOf(this.root, ply);
  }

  /** The name of the board: `6x6`. */
  get size() {
    return sizeText(this.root);
  }

  /** The estimate of each position of the game, from Black's point of view. */
  get course() {
    return this.positions.map((position) => {
      const estimate = this.estimate(position);
      return position.side === 'black' ? estimate : seenByOther(estimate);
    });
  }

  /**
   * The effect of each ply of the game, as far as it is known: the discs it lost, whether it changed the outcome,
   * whether this is only likely, and if it lost discs, the reply to it and a better ply.
   */
  get judgements() {
    return this.#once('judgements', () => {
      const { course, knowledge, settings } = this;
      return this.plies.map((ply, n) => {
        const [before, next] = [course[n], course[n + 1]];
        const reviewed = knowledge.reviewOf(this.positions[n], ply, settings);
        if (!isExact(before) || !isExact(next)) return reviewed ?? { lost: 0, isTurningPoint: false };
        const lost = Math.abs(before.lower - next.lower);
        const isTurningPoint = Math.sign(before.lower) !== Math.sign(next.lower);
        if (lost === 0) return { lost, isTurningPoint };
        const [reply] = knowledge.lineFrom(this.positions[n + 1], settings);
        const [better] = knowledge.bestPlies(this.positions[n], settings);
        return { lost, isTurningPoint, reply: reply ?? reviewed?.reply, better: better ?? reviewed?.better };
      });
    });
  }

  /** The numbers of the plies that lost the most discs, the worst first: at most three. */
  get worst() {
    const { judgements } = this;
    const losing = judgements.flatMap(({ lost }, n) => (lost > 0 ? [n + 1] : []));
    return losing.sort((one, other) => judgements[other - 1].lost - judgements[one - 1].lost).slice(0, MOST_WORST);
  }

  /** The discs that a player lost in the game, and whether that is only likely. */
  lossOf(side) {
    const own = this.judgements.filter((_, n) => this.positions[n].side === side);
    return { lost: own.reduce((sum, { lost }) => sum + lost, 0), isLikely: own.some(({ isLikely }) => isLikely) };
  }

  /** Whether some position of the game has no value that the curve could show. */
  get hasGaps() {
    return this.course.some((estimate) => likely(estimate) === undefined);
  }

  /** Whether the value of some position of the game is not exact. */
  get isOpen() {
    return !this.course.every(isExact);
  }
}
