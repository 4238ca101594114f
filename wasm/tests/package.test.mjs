// The package as users install it: its tarball, in an empty folder.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

const PACKAGE = new URL('..', import.meta.url).pathname;

let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), 'othello-'))));
after(() => rmSync(folder, { recursive: true }));

const SCRIPT = `
import { forecast, known, perft, show, solve } from 'othello-solver';

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
const error = await solve({ size: '9x9' }).catch((error) => error.message);
console.log(JSON.stringify({
  values: [start.value, position.value, endgame.value, opening.value],
  move: endgame.best_move,
  schema: long.schema,
  told: bounds.length > 0,
  forecast: expected.moves.length,
  count: counts.depths.at(-1).count,
  ggf,
  error,
}));
`;

test('the tarball is installed in an empty folder and solves', () => {
  const run = (command, options, cwd) => execFileSync(command, options, { cwd, encoding: 'utf8' });
  const [{ filename, size }] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], PACKAGE));
  console.log(`${filename}: ${size} bytes`);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', ['install', '--no-audit', '--no-fund', '--offline', `./${filename}`], folder);
  writeFileSync(join(folder, 'solve.mjs'), SCRIPT);
  const { error, ggf, ...found } = JSON.parse(run('node', ['solve.mjs'], folder));
  assert.deepEqual(found, {
    values: [-8, -4, 38, -4],
    move: 'a2',
    schema: 'othello-solver/bounds/1',
    told: true,
    forecast: 3,
    count: 1396,
  });
  assert.match(ggf, /^\(;GM\[Othello\].*B\[b1\]W\[a1\];\)$/);
  assert.match(error, /9x9/);
});
