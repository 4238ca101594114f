// A worker that answers questions, one after the other, in browsers and in Node.js.
//
// It receives `{ id, method, parameters, options }` and answers with messages of the form `{ id, document }`, the last of
// them with `isLast: true`, or with `{ id, error }`. If there is no `id`, the answers have none.

import { forecast, known, node, perft, plan, read, results, review, show, solve, wrong } from './search.js';

const METHODS = new Map(Object.entries({
  // The page gives the time with the other parameters.
  forecast: ({ seconds, ...parameters }, options) => forecast(parameters, { seconds, ...options }),
  known,
  perft,
  plan,
  read,
  results,
  review,
  show,
  async solve(parameters, options, tell) {
    // What is known without a search is there before the weights are.
    const known = await solve(parameters, { seconds: 0 });
    if (known.lower === undefined) return known;
    tell(known);
    return solve(parameters, { ...options, onBounds: tell });
  },
}));

/** Why there is no answer: the search has crashed, or it could not be loaded, which may be different later. */
function failure(error) {
  const hasCrashed = error instanceof WebAssembly.RuntimeError;
  return hasCrashed ? { status: 500, detail: 'The search has failed.' } : { status: 503, detail: 'the solver could not be loaded' };
}

async function answer({ method, parameters = {}, options = {} }, reply) {
  try {
    if (!METHODS.has(method)) throw wrong('method', 'there is no such method', [...METHODS.keys()].join(', '));
    const document = await METHODS.get(method)(parameters, options, (document) => reply({ document }));
    reply({ document, isLast: true });
  } catch (error) {
    reply({ error: error.problem ?? failure(error) });
  }
}

let last = Promise.resolve();

function receive(message, post) {
  const question = Object(message);
  const reply = (message) => post('id' in question ? { id: question.id, ...message } : message);
  last = last.then(() => answer(question, reply));
}

if (globalThis.addEventListener) {
  addEventListener('message', ({ data }) => receive(data, (message) => postMessage(message)));
} else {
  node('worker_threads').then(({ parentPort }) => {
    parentPort.on('message', (data) => receive(data, (message) => parentPort.postMessage(message)));
  });
}
