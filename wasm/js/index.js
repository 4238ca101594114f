// othello-solver in JavaScript: its search is WebAssembly, its questions and answers are those of the API.
//
// A question blocks its thread until it is answered. In a browser, ask it in a worker: worker.js is one.

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
  return ask('solve', parameters, seconds === 0 ? KNOWN : SEARCHED, seconds, tell);
}

/** What each move of a game gave away. */
export async function review(parameters) {
  return ask('review', parameters, SEARCHED);
}

/** A plan that secures the value of a position against every defence. */
export async function plan(parameters) {
  return ask('plan', parameters, SEARCHED);
}

/** What the trained evaluation of the board expects, or `null` if the board has none. */
export async function forecast(parameters, { seconds = 0.3 } = {}) {
  return ask('forecast', parameters, SEARCHED, seconds);
}

/** What this project has solved of a position, or `null`. */
export async function known(parameters) {
  return ask('known', parameters, KNOWN);
}

/** The solved boards. */
export async function results() {
  return JSON.parse((await load()).results());
}

/** The number of lines of play of each length up to `depth`. */
export async function perft(parameters, { depth = 8, passes } = {}) {
  return ask('perft', parameters, NOTHING, depth, passes);
}

/** A position or a game in every notation. */
export async function show(parameters) {
  return ask('show', parameters, NOTHING);
}

/** The positions and games in a text, in any notation. */
export async function read(parameters) {
  return ask('read', parameters, NOTHING);
}

// The files needed for a request.
const NOTHING = /^$/;
const KNOWN = /^openings/;
const SEARCHED = /./;

async function ask(question, parameters, files, ...options) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const json = JSON.stringify(Object.fromEntries(given.map(([name, value]) => [name, `${value}`])));
  const wasm = await load();
  if (files !== NOTHING) await loadFiles(wasm, json, files);
  try {
    return JSON.parse(wasm[question](json, ...options));
  } catch (error) {
    throw typeof error === 'string' ? new OthelloError(JSON.parse(error)) : error;
  }
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
  const [module, bytes] = await Promise.all([globalThis.othelloSolver ?? import('./solver.js'), fileOf('solver_bg.wasm')]);
  await module.default({ module_or_path: bytes });
  return module;
}

/** Loads the files needed for a request. Without them, the answer is the same but takes longer. */
async function loadFiles(wasm, json, needed) {
  const asked = new Set();
  const next = () => wasm.missingFiles(json).split('\n').find((name) => name && needed.test(name) && !asked.has(name));
  // Loading one opening can show that another is needed.
  for (let name; (name = next()); asked.add(name)) {
    const contents = await fileOf(name).catch(() => undefined);
    if (contents) wasm.handIn(name, contents);
  }
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
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
