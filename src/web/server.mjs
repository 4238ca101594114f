// The client of the server, which can provide the values of any board.

import { texts } from './language.mjs';
import { positionText, sizeText } from './notation.mjs';

/** The server rejected a request; the message explains why. */
export class Refusal extends Error {
  constructor({ status, detail, accepted }) {
    super(texts.error.problem(status, detail, accepted));
    this.status = status;
  }

  /** Whether the same request may succeed later. */
  get isForNow() {
    return [408, 429, 503].includes(this.status);
  }
}

/** Sends requests to the server's API under the path `api`. */
export class Server {
  constructor(api) {
    this.api = api;
  }

  /**
   * Yields the proved facts about a position each time there are more; the last document is final.
   * If `signal` aborts it, the server's search stops too.
   */
  async *solve(position, { score, objective }, signal) {
    const [size, text] = [sizeText(position), positionText(position)];
    const query = new URLSearchParams({ size, position: text, objective, score, lines: true });
    const response = await this.#fetch(`solve?${query}`, { signal, headers: { accept: 'text/event-stream' } });
    yield* events(response.body.getReader());
  }

  /** A forecast that takes at most this number of seconds, or `null` if the board has no evaluation. */
  async forecast(position, { score, objective }, seconds, signal) {
    const [size, text] = [sizeText(position), positionText(position)];
    const query = new URLSearchParams({ size, position: text, objective, score, time: `${seconds}s` });
    const response = await this.#fetch(`forecast?${query}`, { signal });
    return response.json();
  }

  /** A review of a game in GGF that takes this number of seconds: the discs that each move lost. */
  async review(game, { score, objective }, seconds, signal) {
    const body = JSON.stringify({ game, objective, score, time: `${seconds}s` });
    const headers = { 'content-type': 'application/json' };
    const response = await this.#fetch('review', { signal, method: 'POST', headers, body });
    return response.json();
  }

  /** A plan by which a side secures its score from a position on. */
  async plan(position, { score, objective }, side, signal) {
    const query = new URLSearchParams({ size: sizeText(position), position: positionText(position), objective, score, side });
    const response = await this.#fetch(`plan?${query}`, { signal });
    return response.json();
  }

  /** The positions and games in a text. */
  async read(text) {
    const headers = { 'content-type': 'application/json' };
    const response = await this.#fetch('read', { method: 'POST', headers, body: JSON.stringify({ text }) });
    return response.json();
  }

  async #fetch(path, options) {
    const response = await fetch(`${this.api}/${path}`, options);
    if (response.ok) return response;
    const { status } = response;
    const problem = await response.json().catch(() => undefined);
    throw new Refusal({ status, ...problem });
  }
}

/** The documents in a stream of events. An error event throws. */
async function* events(reader) {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const parts = text.split(/\r?\n\r?\n/);
    text = parts.pop();
    for (const part of parts) {
      const field = (name) => part.match(new RegExp(`^${name}: ?(.*)$`, 'm'))?.[1];
      const document = JSON.parse(field('data') ?? 'null');
      if (field('event') === 'error') throw new Refusal(document);
      if (document) yield document;
    }
  }
}
