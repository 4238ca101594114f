// What the page asks the server: one question at a time about the position that is shown, and one review
// of its game.

import { afterForcedPass } from './game.mjs';
import { boardText, formatGgf, positionText } from './notation.mjs';
import { Refusal } from './server.mjs';

/** How long the page waits before it asks again, in milliseconds. */
const RETRY_DELAY = 2000;

/** What is being asked, and what became of it. */
export class Inquiry {
  #asked;
  #abort = new AbortController();
  #retry;
  // The review that is asked for, and the position in which its game begins.
  #review;

  /** `changed` is told whenever there is something to show, and whether it is about values. */
  constructor(server, knowledge, changed) {
    Object.assign(this, { server, knowledge, changed });
    this.state = server ? 'idle' : 'none';
    this.problem = '';
  }

  /** Asks for the values of a position that are not known yet, and for nothing else any more. */
  ask(position, rules) {
    if (!this.server) return;
    const asked = afterForcedPass(position);
    const isNeeded = !this.knowledge.isComplete(position, rules);
    const question = isNeeded ? `${boardText(asked, rules)} ${positionText(asked)}` : undefined;
    if (question === this.#asked) return;
    this.stop();
    this.#asked = question;
    if (isNeeded) this.#follow(asked, rules, this.#abort.signal);
  }

  /** Asks for nothing any more. */
  stop() {
    this.#abort.abort();
    clearTimeout(this.#retry);
    this.#abort = new AbortController();
    this.#asked = undefined;
    this.latest = undefined;
    if (this.server) this.state = 'idle';
  }

  async #follow(position, rules, signal) {
    this.state = 'asking';
    try {
      for await (const document of this.server.solve(position, rules, signal)) {
        if (signal.aborted) return;
        this.state = 'asking';
        this.latest = document;
        this.changed(this.knowledge.learn(position, rules, document));
      }
      if (signal.aborted) return;
      // A stream that ends too early was broken off.
      if (!this.knowledge.isComplete(position, rules)) throw new Error('The answer was broken off.');
      this.state = 'idle';
    } catch (error) {
      if (signal.aborted) return;
      this.#failed(error, () => this.#follow(position, rules, signal));
    }
    this.changed(false);
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
   * Has the server review a game, and no other any more: `positions` are those before, between and after
   * its plies.
   */
  async review(positions, plies, rules) {
    if (!this.server || plies.length === 0) return;
    this.leaveGame();
    const asked = { root: positions[0], abort: new AbortController() };
    this.#review = asked;
    this.changed(false);
    try {
      const review = await this.server.review(formatGgf(asked.root, plies), rules, asked.abort.signal);
      this.knowledge.learnReview(positions, plies, rules, review);
    } catch (error) {
      if (this.#review === asked) this.problem = error.message;
    }
    if (this.#review !== asked) return;
    this.#review = undefined;
    this.changed(true);
  }

  /** Gives up the review of a game, unless it begins in this position. */
  leaveGame(root) {
    if (this.#review === undefined || this.#review.root === root) return;
    this.#review.abort.abort();
    this.#review = undefined;
  }
}
