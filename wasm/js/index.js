// othello-solver in JavaScript.
//
// A question blocks its thread until it is answered, unless it has an AbortSignal. In a browser, ask it in a worker:
// worker.js is one.

import { OthelloError, node, plan as planHere, solve as solveHere, textsOf } from './search.js';

export { OthelloError, forecast, known, perft, read, results, review, show } from './search.js';

/** The value of a position, and of every move. */
export async function solve(parameters, options = {}) {
  return options.signal ? inWorker('solve', parameters, options) : solveHere(parameters, options);
}

/** A plan that secures the value of a position against every defence, or `null` if it takes too long. */
export async function plan(parameters, options = {}) {
  return options.signal ? inWorker('plan', parameters, options) : planHere(parameters, options);
}

/** Answers in a new worker, which ends when the signal is aborted. */
async function inWorker(method, parameters, { signal, onBounds, ...options }) {
  const message = { method, parameters: textsOf(parameters), options };
  signal.throwIfAborted();
  const worker = await newWorker();
  let abort;
  try {
    return await new Promise((resolve, reject) => {
      abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
      listen(worker, 'error', ({ message }) => reject(new Error(`the worker has failed: ${message}`)));
      listen(worker, 'message', ({ document, error, isLast }) => {
        try {
          if (error) throw new OthelloError(error);
          if (isLast) resolve(document);
          else onBounds?.(document);
        } catch (thrown) {
          reject(thrown);
        }
      });
      worker.postMessage(message);
    });
  } finally {
    signal.removeEventListener('abort', abort);
    worker.terminate();
  }
}

async function newWorker() {
  if (globalThis.Worker) return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  const { Worker: Thread } = await node('worker_threads');
  const here = import.meta.url;
  return new Thread(new URL('worker.js', here));
}

/** Workers of browsers have events, and those of Node.js only what is in them. */
function listen(worker, type, use) {
  if (worker.on) worker.on(type, use);
  else worker.addEventListener(type, (event) => use(type === 'message' ? event.data : event));
}
