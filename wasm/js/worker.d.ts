// The messages of worker.js.

import type { Answer, Problem } from './index.js';

type Method = 'forecast' | 'known' | 'perft' | 'plan' | 'read' | 'results' | 'review' | 'show' | 'solve';

/** A message to the worker. */
export interface Question {
  /** Identifies the answers. */
  id?: number | string;
  /** The function of the package. */
  method: Method;
  /** Its parameters. */
  parameters?: Record<string, string | number | boolean>;
  /** Its options. `solve` sends bounds as they are proved, so it needs no `onBounds`. */
  options?: { seconds?: number; depth?: number; passes?: 'ply' | 'free' };
}

/** A message from the worker: one document, or several for `solve`, or an error. */
export type Reply<Document = Answer> =
  | { id?: number | string; document: Document; isLast?: true; error?: undefined }
  | { id?: number | string; error: Pick<Problem, 'status' | 'detail'> & Partial<Problem>; document?: undefined; isLast?: undefined };
