// The page's requests to the server: one at a time for the current position, and one for a review
// of the game.

import { afterForcedPass } from './game.mjs';
import { unknown } from './estimate.mjs';
import { boardText, formatGgf, positionText } from './notation.mjs';
import { Refusal } from './server.mjs';

/** The delay before retrying a request, in milliseconds. */
const RETRY_DELAY = 2000;

/** The longest search, in seconds. Searches expected to take longer are stopped. */
const MOST_SECONDS = 600;

/** The time before an estimate of the remaining time is trusted, in seconds. */
const TRIAL_SECONDS = 5;

/** The time left is known once this many estimates agree within this factor. */
const AGREEING = 5;
const AGREEMENT = 4;

/** How long a forecast of a position that is not searched takes at first, and at most, in seconds. */
const FIRST_FORECAST = 1;
const LAST_FORECAST = 256;

/** The current requests and their state. */
export class Inquiry {
  #asked;
  #abort = new AbortController();
  #retry;
  // The searches that were stopped because they take too long, each with its last document, and those that the user
  // wants anyway.
  #tooLong = new Map();
  #wanted = new Set();
  // The latest estimates of the time left.
  #estimates = [];
  #isPaused = false;
  // The review in progress, and the position in which its game begins.
  #review;

  /** Calls `changed` whenever there is something to show, with whether it concerns values. */
  constructor(server, knowledge, changed) {
    Object.assign(this, { server, knowledge, changed });
    this.state = server ? 'idle' : 'none';
    this.problem = '';
  }

  /**
   * Requests any values of a position still unknown, and cancels the request for another position.
   */
  ask(position, rules) {
    if (!this.server || this.#isPaused) return;
    const asked = afterForcedPass(position);
    const isNeeded = !this.knowledge.isComplete(position, rules);
    const question = isNeeded ? `${boardText(asked, rules)} ${positionText(asked)}` : undefined;
    if (question === this.#asked) return;
    this.stop();
    this.#asked = question;
    this.latest = this.#tooLong.get(question);
    if (this.latest) {
      this.state = 'long';
      this.#deepen(asked, rules, this.#abort.signal);
    }
    else if (isNeeded) this.#follow(asked, rules, this.#abort.signal);
  }

  /** Searches the current position even if it takes long. */
  insist() {
    this.#wanted.add(this.#asked);
    this.#tooLong.delete(this.#asked);
    this.stop();
  }

  /** Whether the current search was wanted although it takes long. */
  get isWanted() {
    return this.state === 'asking' && this.#wanted.has(this.#asked);
  }

  /** Stops a search that was wanted. */
  giveUp() {
    this.#wanted.delete(this.#asked);
    this.#tooLong.set(this.#asked, this.latest ?? {});
    this.stop();
  }

  /** The time left in seconds, once the latest estimates agree on it. */
  get secondsLeft() {
    const estimates = this.#estimates.slice(-AGREEING);
    const agree = estimates.length === AGREEING && Math.max(...estimates) <= AGREEMENT * Math.min(...estimates);
    return agree ? estimates.at(-1) : undefined;
  }

  /** Stops searching until {@link resume}. */
  pause() {
    this.stop();
    this.#isPaused = true;
    if (this.server) this.state = 'paused';
  }

  /** Lets {@link ask} search again. */
  resume() {
    this.#isPaused = false;
    this.stop();
  }

  /** Cancels the current request. */
  stop() {
    this.#abort.abort();
    clearTimeout(this.#retry);
    this.#abort = new AbortController();
    this.#asked = undefined;
    this.latest = undefined;
    this.#estimates = [];
    if (this.server) this.state = 'idle';
  }

  async #follow(position, rules, signal) {
    this.state = 'asking';
    try {
      for await (const document of this.server.solve(position, rules, signal)) {
        if (signal.aborted) return;
        this.state = 'asking';
        this.latest = document;
        if (document.seconds_left > 0) this.#estimates.push(document.seconds_left);
        if (this.#isTooLong(document)) {
          this.#abort.abort();
          this.#abort = new AbortController();
          this.#tooLong.set(this.#asked, document);
          this.state = 'long';
          this.#deepen(position, rules, this.#abort.signal);
        }
        this.changed(this.knowledge.learn(position, rules, document));
      }
      if (signal.aborted) return;
      // The connection was lost before the final document.
      if (!this.knowledge.isComplete(position, rules)) throw new Error('The response was cut off.');
      this.state = 'idle';
    } catch (error) {
      if (signal.aborted) return;
      this.#failed(error, () => this.#follow(position, rules, signal));
    }
    this.changed(false);
  }

  /** Looks further and further ahead from a position that is not searched, as long as it is shown. */
  async #deepen(position, rules, signal) {
    try {
      for (let seconds = FIRST_FORECAST; seconds <= LAST_FORECAST; seconds *= 2) {
        const forecast = await this.server.forecast(position, rules, seconds, signal);
        if (!forecast || signal.aborted) return;
        this.changed(this.knowledge.learn(position, rules, { ...unknown(position.cells.length), forecast }));
      }
    } catch {
      // The forecasts so far stay.
    }
  }

  #isTooLong({ seconds = 0, seconds_left: left }) {
    const isLong = seconds > MOST_SECONDS || (seconds >= TRIAL_SECONDS && left > MOST_SECONDS);
    return isLong && !this.#wanted.has(this.#asked);
  }

  #failed(error, again) {
    const isFinal = error instanceof Refusal && !error.isForNow;
    this.problem = error.message;
    this.state = isFinal ? 'refused' : error instanceof Refusal ? 'waiting' : 'lost';
    if (!isFinal) this.#retry = setTimeout(again, RETRY_DELAY);
  }

  /** Whether a game is being reviewed. */
  get reviewing() {
    return this.#review !== undefined;
  }

  /**
   * Requests a review of a game, and cancels any other. `positions` includes the positions before
   * the first ply and after the last.
   */
  async review(positions, plies, rules, seconds) {
    if (!this.server || plies.length === 0) return;
    this.leaveGame();
    const asked = { root: positions[0], abort: new AbortController() };
    this.#review = asked;
    this.changed(false);
    try {
      const review = await this.server.review(formatGgf(asked.root, plies), rules, seconds, asked.abort.signal);
      this.knowledge.learnReview(positions, plies, rules, review);
    } catch (error) {
      if (this.#review === asked) this.problem = error.message;
    }
    if (this.#review !== asked) return;
    this.#review = undefined;
    this.changed(true);
  }

  /** Cancels the review in progress, unless its game begins in this position. */
  leaveGame(root) {
    if (this.#review === undefined || this.#review.root === root) return;
    this.#review.abort.abort();
    this.#review = undefined;
  }
}
