// The search in this thread, as WebAssembly: its questions and answers are those of the API. A question blocks the thread
// until it is answered.

import * as othelloSolver from './solver.js';

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
  const time = timeOf(seconds);
  // Values that are known without a search need no weights.
  const { json, missing } = await prepared(parameters, time > 0 ? SEARCHED : KNOWN);
  // Files that are missing change no value, but without them an open question may have no forecast.
  const labelled = (answer) => (missing.length > 0 && 'lower' in answer ? { ...answer, missing: missing.map(({ name }) => name) } : answer);
  const thrown = [];
  // An exception must not leave the search half finished, so it stops the search and is rethrown afterwards.
  const tell = (bounds) => {
    try {
      if (thrown.length === 0) onBounds?.(labelled(JSON.parse(bounds)));
    } catch (error) {
      thrown.push(error);
    }
    return thrown.length > 0;
  };
  const answer = await answered('solve', json, time, tell);
  if (thrown.length > 0) throw thrown[0];
  return labelled(answer);
}

/** The discs that each move of a game gave away. */
export async function review(parameters) {
  return ask('review', parameters, SEARCHED);
}

/** A plan that secures the value of a position against every defence, or `null` if it takes too long. */
export async function plan(parameters, { seconds } = {}) {
  return ask('plan', parameters, SEARCHED, timeOf(seconds));
}

/** A forecast by the board's trained evaluation, or `null` if the board has none. */
export async function forecast(parameters, { seconds = 0.3 } = {}) {
  return ask('forecast', parameters, SEARCHED, timeOf(seconds));
}

/** The known values of a position, without a search, or `null` if there are none. */
export async function known(parameters) {
  return ask('known', parameters, KNOWN);
}

/** The solved boards. */
export async function results() {
  return JSON.parse((await load()).results());
}

/** The number of lines of play of each length up to `depth`. */
export async function perft(parameters, { depth = 8, passes = 'ply' } = {}) {
  const most = 2 ** 32 - 1;
  if (!Number.isInteger(depth) || depth < 0 || depth > most) {
    throw wrong('depth', `${String(depth)} is not a number of plies`, `a whole number from 0 to ${most}`);
  }
  return ask('perft', parameters, NOTHING, depth, String(passes));
}

/** A position or a game in every notation. */
export async function show(parameters) {
  return ask('show', parameters, NOTHING);
}

/** The positions and games in a text. */
export async function read(parameters) {
  return ask('read', parameters, NOTHING);
}

/** The error of an argument. */
export function wrong(field, detail, accepted) {
  return new OthelloError({ type: 'about:blank', title: 'Bad Request', status: 400, detail, field, accepted });
}

/** The parameters as texts. Those that are not set are left out. */
export function textsOf(parameters) {
  if (!isPlain(parameters)) throw wrong('parameters', 'the parameters are not a plain object', "an object, such as { size: '6x6' }");
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  for (const [name, value] of given) {
    if (!['string', 'number', 'boolean'].includes(typeof value)) throw wrong(name, `'${name}' is not a text`, 'a text, a number, true or false');
  }
  return Object.fromEntries(given.map(([name, value]) => [name, `${value}`]));
}

/** Whether an object has only its own properties; it may come from another frame. */
function isPlain(object) {
  if (typeof object !== 'object' || object === null) return false;
  const prototype = Object.getPrototypeOf(object);
  return prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'));
}

/** A module of Node.js, hidden from bundlers, which would look for it. */
export const node = (name) => import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${name}`);

/** A time in seconds. A remaining time may have become negative. */
function timeOf(seconds = Infinity) {
  if (typeof seconds === 'number' && !Number.isNaN(seconds)) return seconds;
  throw wrong('seconds', `${String(seconds)} is not a time`, 'a number of seconds');
}

// The files needed for a request.
const NOTHING = /^$/;
const KNOWN = /^openings/;
const SEARCHED = /./;

async function ask(question, parameters, files, ...options) {
  const { json, missing } = await prepared(parameters, files);
  for (const { name, error } of missing) {
    const detail = `${name} could not be loaded: ${error.message ?? error}`;
    throw new OthelloError({ type: 'about:blank', title: 'Service Unavailable', status: 503, detail });
  }
  return answered(question, json, ...options);
}

async function answered(question, json, ...options) {
  const wasm = await load();
  try {
    return JSON.parse(wasm[question](json, ...options));
  } catch (error) {
    throw typeof error === 'string' ? new OthelloError(JSON.parse(error)) : error;
  }
}

/** The parameters as JSON, after loading what is needed for them, and the files that could not be loaded. */
async function prepared(parameters, needed) {
  const json = JSON.stringify(textsOf(parameters));
  const wasm = await load();
  const [asked, missing] = [new Set(), []];
  const next = () => wasm.missingFiles(json).split('\n').find((name) => name && needed.test(name) && !asked.has(name));
  // Loading one opening can show that another is needed.
  for (let name; (name = next()); asked.add(name)) {
    // A page that is a single file has no weights for some boards.
    if (globalThis.othelloFiles && !(name in globalThis.othelloFiles)) continue;
    try {
      wasm.handIn(name, await fileOf(name));
    } catch (error) {
      missing.push({ name, error });
    }
  }
  return { json, missing };
}

let loading;

/** Loads the search, once. */
function load() {
  loading ??= loadModule().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function loadModule() {
  await othelloSolver.default({ module_or_path: await fileOf('solver_bg.wasm') });
  return othelloSolver;
}

/** A file of this folder. In a page that is a single file, `cargo xtask site` has put it into the script, compressed. */
async function fileOf(name) {
  const zipped = globalThis.othelloFiles?.[name];
  if (zipped) {
    const bytes = Uint8Array.from(atob(zipped), (symbol) => symbol.charCodeAt(0));
    const contents = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(contents).arrayBuffer());
  }
  const url = new URL(name, import.meta.url);
  if (url.protocol === 'file:') return (await node('fs/promises')).readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
