// A worker that answers questions of a page, one after the other.
//
// It receives `{ method, parameters }` and answers with messages of the form `{ document }`, the last of them with
// `isLast: true`, or with `{ error }`.

import { forecast, plan, read, review, solve } from './index.js';

const METHODS = {
  forecast: ({ seconds, ...parameters }) => forecast(parameters, { seconds }),
  plan,
  read,
  review,
  async solve(parameters, tell) {
    // What is known without a search is there before the weights are.
    const known = await solve(parameters, { seconds: 0 });
    if (known.lower === undefined) return known;
    tell(known);
    return solve(parameters, { onBounds: tell });
  },
};

/** Why there is no answer: the search has crashed, or it could not be loaded, which may be different later. */
function failure(error) {
  const hasCrashed = error instanceof WebAssembly.RuntimeError;
  return hasCrashed ? { status: 500, detail: 'The search has failed.' } : { status: 503, detail: 'the solver could not be loaded' };
}

addEventListener('message', async ({ data: { method, parameters } }) => {
  try {
    const document = await METHODS[method](parameters, (document) => postMessage({ document }));
    postMessage({ document, isLast: true });
  } catch (error) {
    postMessage({ error: error.problem ?? failure(error) });
  }
});
