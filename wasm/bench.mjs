// How long this package takes for some positions, and the program for the same with one thread.
//
// node wasm/bench.mjs [PROGRAM]

import { spawnSync } from 'node:child_process';
import * as othello from './dist/index.js';

const PROGRAM = process.argv[2] ?? new URL('../target/release/othello-solver', import.meta.url).pathname;

/** Each with the options of the program. */
const POSITIONS = {
  '6x6 after ten plies': { size: '6x6', moves: 'c2b4c5d2e4e3d1c1b1d5', score: 'empties-to-winner' },
  '5x6 after four plies': { size: '5x6', moves: 'c5d3c2b1', score: 'empties-to-winner' },
  'FFO 40, 20 empty squares': {
    position: 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X',
    score: 'empties-to-winner',
  },
};

function native({ size, moves, position, score }) {
  const board = position ? ['--position', position] : [size, '--moves', moves];
  const options = ['--score', score, '--threads', '1', '--hash', '64M', '--quiet', '--format', 'json'];
  const began = performance.now();
  const { stdout, stderr, status } = spawnSync(PROGRAM, ['solve', ...board, ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return [JSON.parse(stdout).value, (performance.now() - began) / 1000];
}

async function inWebAssembly(question) {
  await othello.forecast(question, { seconds: 0 }); // loads everything
  const began = performance.now();
  const { value } = await othello.solve({ ...question, find: 'best-move', lines: true });
  return [value, (performance.now() - began) / 1000];
}

console.log('position                    wasm  native   ratio');
for (const [name, question] of Object.entries(POSITIONS)) {
  const [[value, seconds], [expected, nativeSeconds]] = [await inWebAssembly(question), native(question)];
  if (value !== expected) throw new Error(`${name}: ${value}, not ${expected}`);
  const [wasm, own] = [seconds, nativeSeconds].map((it) => `${it.toFixed(2)} s`.padStart(8));
  console.log(`${name.padEnd(24)}${wasm}${own}${(seconds / nativeSeconds).toFixed(1).padStart(8)}`);
}
