// The package as users install it: its tarball, in an empty folder.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';

const PACKAGE = new URL('..', import.meta.url).pathname;

const run = (command, options, cwd) => execFileSync(command, options, { cwd, encoding: 'utf8' });

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'othello-'));
  const [{ filename, size }] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], PACKAGE));
  console.log(`${filename}: ${size} bytes`);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', ['install', '--no-audit', '--no-fund', '--offline', `./${filename}`], folder);
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

const start: Solved = await solve({ size: '4x4', lines: true, find: 'best-moves' });
const some: Solved | Bounds = await solve({ size: '6x6' }, { seconds: 1, onBounds: ({ lower, upper }) => upper - lower });
const numbers: number[] = [
  start.value,
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
export default [numbers, texts, value];
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
  const { read } = await import(join(folder, 'node_modules/othello-solver/dist/index.js'));
  const cases = JSON.parse(readFileSync(new URL('../../tests/data/notation.json', import.meta.url), 'utf8'));
  const texts = cases.filter((it) => textOf(it) !== undefined);
  assert.deepEqual([cases.length - texts.length, texts.length >= 230], [7, true]);
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
