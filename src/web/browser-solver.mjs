// The solver in the browser itself, for a page without a server.

import { positionText, sizeText } from './notation.mjs';
import { Refusal } from './server.mjs';

/**
 * Answers as {@link Server} does, with the script of a worker at `url`.
 *
 * A worker that is searching cannot receive messages, so it is terminated to stop the search. This loses the
 * table, but the next search would not use it anyway: every search has its own, on a server too.
 */
export class BrowserSolver {
  #idle = [];

  constructor(url) {
    this.url = url;
  }

  /** Yields the same documents as the server. */
  solve(position, { score, objective }, signal) {
    const [size, text] = [sizeText(position), positionText(position)];
    return this.#ask('solve', { size, position: text, objective, score, lines: true }, signal);
  }

  /** A forecast that takes this number of seconds, or `null` if the board has no evaluation. */
  async forecast(position, { score, objective }, seconds, signal) {
    const [size, text] = [sizeText(position), positionText(position)];
    const { value } = await this.#ask('forecast', { size, position: text, objective, score, seconds }, signal).next();
    return value;
  }

  /** The discs that each move of a game, written as GGF, gave away. */
  async review(game, { score, objective }, seconds, signal) {
    const { value } = await this.#ask('review', { game, objective, score, time: `${seconds}s` }, signal).next();
    return value;
  }

  /** A plan by which a side secures its score from a position on. */
  async plan(position, { score, objective }, side, signal) {
    const [size, text] = [sizeText(position), positionText(position)];
    const { value } = await this.#ask('plan', { size, position: text, objective, score, side }, signal).next();
    return value;
  }

  /** The positions and games in a text. */
  async read(text) {
    const { value } = await this.#ask('read', { text }, new AbortController().signal).next();
    return value;
  }

  /** Yields the answers of a worker. The last one is final. */
  async *#ask(method, parameters, signal) {
    // The script in a single file is not a module.
    const type = this.url.startsWith('blob:') ? 'classic' : 'module';
    const worker = this.#idle.pop() ?? new Worker(this.url, { type });
    const messages = [];
    let wake;
    const put = (message) => {
      messages.push(message);
      wake?.();
    };
    worker.onmessage = ({ data }) => put(data);
    worker.onerror = () => put({ error: { status: 503, detail: 'the solver could not be loaded' } });
    signal.addEventListener('abort', put);
    worker.postMessage({ method, parameters });
    let isDone = false;
    try {
      while (!isDone) {
        while (messages.length === 0) await new Promise((next) => (wake = next));
        signal.throwIfAborted();
        const { document, error, isLast } = messages.shift();
        if (error) throw new Refusal(error);
        isDone = isLast;
        // An idle worker may be asked again before this answer is used.
        if (isDone) this.#idle.push(worker);
        yield document;
      }
    } finally {
      signal.removeEventListener('abort', put);
      if (!isDone) worker.terminate();
    }
  }
}
