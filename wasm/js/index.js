// othello-solver in JavaScript: its search is WebAssembly, its questions and answers are those of the API.
//
// A question blocks its thread until it is answered. In a browser, ask it in a worker: worker.js is one.

import init, * as wasm from './solver.js';

/** A question that cannot be answered, and why: `problem` is the document of the API. */
export class OthelloError extends Error {
  constructor(problem) {
    super(problem.accepted ? `${problem.detail} (accepted: ${problem.accepted})` : problem.detail);
    this.name = 'OthelloError';
    this.problem = problem;
  }
}

/** The value of a position, and of every move. */
export async function solve(parameters, { seconds, onBounds } = {}) {
  const tell = onBounds && ((json) => onBounds(JSON.parse(json)));
  // What is known without a search needs no weights.
  return ask(wasm.solve, parameters, { needsWeights: seconds !== 0 }, seconds, tell);
}

/** What each move of a game gave away. */
export async function review(parameters) {
  return ask(wasm.review, parameters, { needsWeights: true });
}

/** What the trained evaluation of the board expects, or `null` if the board has none. */
export async function forecast(parameters, { seconds = 0.3 } = {}) {
  return ask(wasm.forecast, parameters, { needsWeights: true }, seconds);
}

/** What this project has solved of a position, or `null`. */
export async function known(parameters) {
  return ask(wasm.known, parameters);
}

/** The solved boards. */
export async function results() {
  await load();
  return JSON.parse(wasm.results());
}

/** The number of lines of play of each length up to `depth`. */
export async function perft(parameters, { depth = 8, passes } = {}) {
  return ask(wasm.perft, parameters, {}, depth, passes);
}

/** A position or a game in every notation. */
export async function show(parameters) {
  return ask(wasm.show, parameters);
}

/** The positions and games in a text, in any notation. */
export async function read(parameters) {
  return ask(wasm.read, parameters);
}

async function ask(question, parameters, { needsWeights = false } = {}, ...options) {
  await load();
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const json = JSON.stringify(Object.fromEntries(given.map(([name, value]) => [name, `${value}`])));
  if (needsWeights) await loadWeights(json);
  try {
    return JSON.parse(question(json, ...options));
  } catch (error) {
    throw typeof error === 'string' ? new OthelloError(JSON.parse(error)) : error;
  }
}

let loading;

/** Loads the search, once. */
function load() {
  loading ??= fileOf('solver_bg.wasm')
    .then((bytes) => init({ module_or_path: bytes }))
    .catch((error) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** Loads the weights of the board that a question is about. Without them a search takes longer. */
async function loadWeights(json) {
  const name = wasm.missingWeights(json);
  if (name === undefined) return;
  const weights = await fileOf(`weights/${name}`).catch(() => undefined);
  if (weights) wasm.handIn(name, weights);
}

/** A file of this folder. */
async function fileOf(name) {
  const url = new URL(name, import.meta.url);
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
