// The package as users install it: its tarball, in an empty folder.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';

const PACKAGE = new URL('..', import.meta.url).pathname;

const run = (command, options, cwd) => execFileSync(command, options, { cwd, encoding: 'utf8' });

let folder;
let dist;
let othello;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'othello-'));
  const [{ filename, size }] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], PACKAGE));
  console.log(`${filename}: ${size} bytes`);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', ['install', '--no-audit', '--no-fund', '--offline', `./${filename}`], folder);
  dist = join(folder, 'node_modules/othello-solver/dist');
  othello = await import(join(dist, 'index.js'));
});
after(() => rmSync(folder, { recursive: true }));

const SCRIPT = `
import { forecast, known, perft, plan, show, solve } from 'othello-solver';

const start = await solve({ size: '4x4' });
const position = await solve({ size: '6x6', moves: 'c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6' });
const endgame = await solve({
  position: 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X',
  score: 'empties-to-winner',
  find: 'best-move',
});
const bounds = [];
const long = await solve({ size: '8x8' }, { seconds: 0.5, onBounds: (it) => bounds.push(it) });
const expected = await forecast({ size: '8x8', moves: 'f5' });
const opening = await known({ size: '6x6' });
const counts = await perft({ size: '8x8' }, { depth: 5 });
const { ggf } = await show({ size: '4x4', moves: 'b1a1' });
const planned = await plan({ size: '4x4', side: 'white' });
const tooLarge = await plan({ size: '6x6' }).catch((error) => error.problem.status);
const error = await solve({ size: '9x9' }).catch((error) => error.message);
console.log(JSON.stringify({
  values: [start.value, position.value, endgame.value, opening.value],
  move: endgame.best_move,
  schema: long.schema,
  told: bounds.length > 0,
  forecast: expected.moves.length,
  count: counts.depths.at(-1).count,
  planned,
  tooLarge,
  ggf,
  error,
}));
`;

/** Uses every type, with two mistakes that the compiler has to find. */
const TYPED = `
import { forecast, known, perft, plan, results, review, show, solve, OthelloError, type Bounds, type Solved } from 'othello-solver';
import type { Question, Reply } from 'othello-solver/worker.js';

const start: Solved = await solve({ size: '4x4', lines: true, find: 'best-moves' });
const some: Solved | Bounds = await solve({ size: '6x6' }, { seconds: 1, onBounds: ({ lower, upper }) => upper - lower });
const { signal } = new AbortController();
const whole: Solved = await solve({ size: '4x4' }, { signal });
const numbers: number[] = [
  start.value,
  whole.value,
  (await plan({ size: '4x4' }, { seconds: 1, signal }))?.steps.length ?? 0,
  some.lower ?? some.value,
  (await forecast({ size: '8x8', moves: 'f5' }, { seconds: 1 }))?.usual_error ?? 0,
  (await known({ size: '6x6' }))?.value ?? 0,
  (await perft({ size: '8x8' }, { depth: 3, passes: 'free' })).depths.length,
  (await results()).results.length,
  (await plan({ size: '4x4', side: 'black' })).steps[0]?.replies[0]?.ends ?? 0,
  (await review({ game: 'b1c1d1a1', size: '4x4', time: '1s' })).moves[0]?.lost ?? 0,
];
const texts: string[] = [(await show({ position: '0x0240 0x0420 X', size: '4x4' })).obf, new OthelloError().problem.detail];
// @ts-expect-error: there is no such objective
await solve({ objective: 'least' });
// @ts-expect-error: within a time limit there may be only bounds
const value: number = (await solve({ size: '8x8' }, { seconds: 1 })).value;
// @ts-expect-error: within a time limit there may be no plan
const { steps } = await plan({ size: '4x4' }, { seconds: 1 });
const question: Question = { id: 1, method: 'perft', parameters: { size: '4x4' }, options: { depth: 3 } };
const received = ({ document, error }: Reply<Solved>): number | string => error?.detail ?? document?.value ?? 0;
// @ts-expect-error: there is no such method
const unknown: Question = { method: 'toString' };
export default [numbers, texts, value, steps, question, received, unknown];
`;

const TSC = new URL('../../tests/browser/node_modules/typescript/bin/tsc', import.meta.url).pathname;

test('the tarball is installed in an empty folder, solves, and has types', () => {
  writeFileSync(join(folder, 'solve.mjs'), SCRIPT);
  const { error, ggf, planned, ...found } = JSON.parse(run('node', ['solve.mjs'], folder));
  assert.deepEqual(found, {
    values: [-8, -4, 38, -4],
    move: 'a2',
    schema: 'othello-solver/answer/1',
    told: true,
    forecast: 3,
    count: 1396,
    tooLarge: 422,
  });
  const plan = new URL('../../results/4x4-white-plan.json', import.meta.url);
  assert.deepEqual(planned, JSON.parse(readFileSync(plan, 'utf8')));
  assert.match(ggf, /^\(;GM\[Othello\].*B\[b1\]W\[a1\];\)$/);
  assert.match(error, /9x9/);
  writeFileSync(join(folder, 'typed.mts'), TYPED);
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'];
  run('node', [TSC, ...options, 'typed.mts'], folder);
});

/** The encodings of the cases that have bytes. The package reads text, so its users decode them. */
const ENCODINGS = {
  Shift_JIS: 'shift_jis',
  'Latin-1': 'latin1',
  'Latin-1 without a declaration': 'latin1',
  'a byte order mark in UTF-8': 'utf-8',
  'UTF-16 with a byte order mark': 'utf-16le',
  'UTF-16 of the other order': 'utf-16be',
  'UTF-16 without a byte order mark': 'utf-16le',
};

/** The text of a case, or `undefined` if it has none: databases, compressed files, an unknown encoding. */
function textOf({ name, text, hex }) {
  const decoder = ENCODINGS[name] && new TextDecoder(ENCODINGS[name], { ignoreBOM: true });
  return text ?? decoder?.decode(Buffer.from(hex, 'hex'));
}

test('every case of notation is read', async () => {
  const { read } = othello;
  const cases = JSON.parse(readFileSync(new URL('../../tests/data/notation.json', import.meta.url), 'utf8'));
  const texts = cases.filter((it) => textOf(it) !== undefined);
  assert.deepEqual([cases.length - texts.length, texts.length >= 350], [8, true]);
  const isLike = (found, wanted) =>
    'problem' in found === 'problem' in wanted &&
    Object.entries(wanted).every(([key, value]) => isDeepStrictEqual(found[key] ?? null, value));
  const wrong = [];
  for (const it of texts) {
    const { size, records: wanted } = it;
    const refused = (error) => (error.problem?.status === 400 ? [] : [error.message]);
    const found = await read({ text: textOf(it), size }).then(({ records }) => records, refused);
    const isRight = found.length === wanted.length && found.every((record, n) => isLike(record, wanted[n]));
    if (!isRight) wrong.push({ ...it, found });
  }
  assert.deepEqual(wrong, []);
});

/** The document of the error of a question that must not be answered. */
async function problemOf(answer) {
  const error = await answer.then(() => assert.fail('it was answered'), (error) => error);
  assert.ok(error instanceof othello.OthelloError, error);
  return error.problem;
}

test('an exception in onBounds reaches the caller, and later searches work', async () => {
  for (const size of ['8x8', '5x12']) {
    let calls = 0;
    const thrown = new Error('enough');
    const onBounds = () => {
      calls += 1;
      throw thrown;
    };
    await assert.rejects(othello.solve({ size }, { onBounds }), (error) => error === thrown);
    assert.equal(calls, 1);
    assert.equal((await othello.solve({ size: '5x6', moves: 'c5d3', find: 'value' })).value, 10);
  }
});

test('a time is a number, and a search takes no longer', async () => {
  for (const seconds of [NaN, '1', null]) {
    for (const question of ['solve', 'plan', 'forecast']) {
      const problem = await problemOf(othello[question]({ size: '4x4' }, { seconds }));
      assert.deepEqual([problem.status, problem.field], [400, 'seconds'], question);
    }
  }
  // A remaining time may have become negative.
  const known = await othello.solve({ size: '8x8' }, { seconds: 0 });
  assert.deepEqual([known.lower, known.upper, known.nodes], [-64, 64, 0]);
  assert.deepEqual(await othello.solve({ size: '8x8' }, { seconds: -1 }), known);
  assert.equal(await othello.plan({ size: '5x5' }, { seconds: -1 }), null);
  assert.equal((await othello.solve({ size: '4x4' }, { seconds: Infinity })).value, -8);
  await othello.forecast({ size: '8x8' });
  // A clock on which each look takes a millisecond.
  let milliseconds = 0;
  performance.now = () => milliseconds++;
  try {
    const { lower, forecast } = await othello.solve({ size: '8x8' }, { seconds: 0.05 });
    assert.ok(lower === -64 && forecast.depth > 0);
  } finally {
    delete performance.now;
  }
  assert.ok(milliseconds > 50 && milliseconds < 70, `${milliseconds}`);
});

test('arguments that make no sense are refused', async () => {
  for (const depth of [-1, Infinity, 2 ** 32 + 2, 1.5, NaN, '3']) {
    const problem = await problemOf(othello.perft({ size: '4x4' }, { depth }));
    assert.deepEqual([problem.status, problem.field], [400, 'depth'], `${depth}`);
  }
  const others = [new Map([['size', '6x6']]), Object.create({ size: '6x6' }), ['4x4'], '4x4', null, undefined];
  for (const parameters of others) {
    const problem = await problemOf(othello.solve(parameters));
    assert.deepEqual([problem.status, problem.field], [400, 'parameters']);
  }
  assert.equal((await problemOf(othello.solve({ size: ['4x4'] }))).field, 'size');
  assert.equal((await othello.solve(Object.assign(Object.create(null), { size: '4x4', moves: undefined }))).value, -8);
  // A line has the value, so both are found.
  const { value, line, moves } = await othello.solve({ size: '5x6', moves: 'c5d3', find: 'value', lines: true });
  assert.deepEqual([value, moves], [10, undefined]);
  assert.ok(line.length > 40);
});

test('texts without moves are the start of every board', async () => {
  const numbers = Array.from({ length: 25 }, (_, n) => n + 2);
  const sizes = numbers.flatMap((width) => numbers.filter((height) => width * height <= 64).map((height) => `${width}x${height}`));
  assert.equal(sizes.length, 141);
  for (const size of sizes) {
    const start = await othello.solve({ size, find: 'value' }, { seconds: 0 });
    for (const moves of [' ', '*', '1.', '44-20', ';']) {
      const { start: _, ...answer } = await othello.solve({ size, moves, find: 'value' }, { seconds: 0 });
      assert.equal(answer.position, start.position, `${size} ${moves}`);
      assert.deepEqual([answer.value, answer.lower], [start.value, start.lower], `${size} ${moves}`);
    }
  }
});

test('weights that cannot be loaded are not passed over in silence', async () => {
  const broken = join(folder, 'broken');
  cpSync(dist, broken, { recursive: true });
  const name = 'weights/8x8.weights';
  for (const spoil of [(file) => writeFileSync(file, '<!DOCTYPE html>'), (file) => rmSync(file)]) {
    spoil(join(broken, name));
    const { forecast, review, solve, OthelloError } = await import(join(broken, 'index.js'));
    for (const ask of [() => forecast({ size: '8x8' }), () => review({ size: '8x8', game: 'f5d6' })]) {
      await assert.rejects(ask, (error) => error instanceof OthelloError && error.problem.status === 503 && error.message.includes(name));
    }
    const { missing, forecast: expected } = await solve({ size: '8x8' }, { seconds: 0.1 });
    assert.deepEqual([missing, expected], [[name], undefined]);
    const endgame = await solve({ position: 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXXX--OOOOXX---OXXXXXXXXXXX X' });
    assert.deepEqual(['value' in endgame, endgame.missing], [true, undefined]);
  }
});

/** Asks a worker, and returns its messages up to the last answer. */
async function messagesOf(worker, questions) {
  const messages = [];
  let ends = 0;
  await new Promise((done, failed) => {
    worker.on('error', failed);
    worker.on('message', (message) => {
      messages.push(message);
      if (message.isLast || message.error) ends += 1;
      if (ends === questions.length) done();
    });
    for (const question of questions) worker.postMessage(question);
  });
  return messages;
}

test('the worker answers every method in Node.js', async () => {
  const size = '4x4';
  const questions = [
    { method: 'forecast', parameters: { size: '6x6', seconds: 0.1 } },
    { method: 'known', parameters: { size: '6x6' } },
    { method: 'perft', parameters: { size }, options: { depth: 3 } },
    { method: 'plan', parameters: { size } },
    { method: 'read', parameters: { text: 'f5d6' } },
    { method: 'results' },
    { method: 'review', parameters: { size, game: 'b1c1' } },
    { method: 'show', parameters: { size } },
    { method: 'solve', parameters: { size: '8x8' }, options: { seconds: 0.1 } },
    { method: 'toString' },
    { method: 'constructor' },
    {},
  ].map((question, id) => ({ id, ...question }));
  const worker = new Worker(join(dist, 'worker.js'));
  const messages = await messagesOf(worker, [...questions, null, { method: 'solve', parameters: { size } }]);
  await worker.terminate();
  const ends = messages.filter((message) => message.isLast || message.error);
  assert.deepEqual(ends.map(({ id }) => id), [...questions.keys(), undefined, undefined]);
  const [forecast, known, perft, plan, read, results, review, show, solved, ...others] = ends.map(({ document }) => document);
  assert.deepEqual([known.value, perft.depths.map(({ count }) => count), plan.secures, solved.lower], [-4, [4, 12, 44], 8, -64]);
  assert.deepEqual([read.records.length, review.moves.length, show.moves.length], [1, 2, 4]);
  assert.ok(forecast.moves.length === 4 && results.results.length > 40);
  assert.equal(others.at(-1).value, -8);
  for (const { error, document } of ends.slice(9, 13)) {
    assert.deepEqual([error.status, error.field, document], [400, 'method', undefined]);
  }
  const interim = messages.filter((message) => !message.isLast && !message.error);
  assert.ok(interim.length > 1 && interim.every(({ id, document }) => id === 8 && document.lower === -64));
});

test('a signal ends a search and a plan', async () => {
  assert.equal((await othello.solve({ size: '4x4' }, { signal: new AbortController().signal })).value, -8);
  const white = { size: '4x4', side: 'white' };
  assert.deepEqual(await othello.plan(white, { signal: new AbortController().signal }), await othello.plan(white));
  const controller = new AbortController();
  const reason = new Error('enough');
  // Without the signal, this would take years.
  const onBounds = () => controller.abort(reason);
  await assert.rejects(othello.solve({ size: '8x8' }, { signal: controller.signal, onBounds }), (error) => error === reason);
  await assert.rejects(othello.plan(white, { signal: controller.signal }), (error) => error === reason);
  const signal = AbortSignal.timeout(10);
  await assert.rejects(othello.solve({ size: '8x8' }, { signal }), { name: 'TimeoutError' });
  const thrower = { signal: new AbortController().signal, onBounds: () => { throw reason; } };
  await assert.rejects(othello.solve({ size: '8x8' }, thrower), (error) => error === reason);
  assert.equal((await problemOf(othello.solve({ size: '9x9' }, { signal: new AbortController().signal }))).field, 'size');
  assert.equal((await problemOf(othello.solve(new Map(), { signal: new AbortController().signal }))).field, 'parameters');
});

/** Prints an answer that needs the search, the weights, an opening and the worker. */
const APP = `
import { forecast, known, solve } from 'othello-solver';

const { signal } = new AbortController();
const [start, opening, expected] = [await solve({ size: '4x4' }, { signal }), await known({ size: '6x6' }), await forecast({ size: '8x8' })];
console.log([start.value, opening.value, expected.moves.length].join());
`;

test('a bundle made as wasm/README.md says works', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, copied] = /^cp -r node_modules\/othello-solver\/dist\/\{(.*)\} public\/$/m.exec(readme);
  const { build } = createRequire(new URL('../../tests/browser/', import.meta.url))('esbuild');
  writeFileSync(join(folder, 'app.js'), APP);
  const entryPoints = { app: 'app.js', worker: 'othello-solver/worker.js' };
  await build({ absWorkingDir: folder, entryPoints, bundle: true, format: 'esm', outdir: 'public', logLevel: 'error' });
  for (const name of copied.split(',')) cpSync(join(dist, name), join(folder, 'public', name), { recursive: true });
  rmSync(join(folder, 'node_modules'), { recursive: true });
  assert.equal(run('node', ['public/app.js'], folder), '-8,-4,4\n');
});
