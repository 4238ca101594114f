// How long this package takes for some positions, and the program for the same with one thread.
//
// node wasm/bench.mjs [PROGRAM]

import { spawnSync } from 'node:child_process';
import * as othello from './dist/index.js';

const PROGRAM = process.argv[2] ?? new URL('../target/release/othello-solver', import.meta.url).pathname;

const tournament = { score: 'empties-to-winner' };

/** Positions where every move is solved; the last is FFO 40, where a best move is found. Starts are only known by the other score. */
const POSITIONS = {
  '5x6, start': { size: '5x6', ...tournament },
  '7x4, start': { size: '7x4', ...tournament },
  '6x6 after nine plies': { size: '6x6', moves: 'c2b4c5d2e4e3d1c1b1', ...tournament },
  '6x6 after twelve plies': { size: '6x6', moves: 'c2b4c5d2e4e3d1c1b1d5d6f4', ...tournament },
  '8x8, 16 empty squares': { position: 'OOXXXXXXXOXXXXXXOOXOXOOXOOXXOOXXOOXOOOXX-X-OOOOX----O--X-------- O', ...tournament },
  '8x8, 18 empty squares': { position: 'OO-OOOOXXOOXXXXXOOXOOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X', ...tournament },
  '8x8, 20 empty squares, best move': { position: 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X', ...tournament, find: 'best-move' },
};

function native({ size, moves = '', position, score, find }) {
  const board = position ? ['--position', position] : [size, '--moves', moves];
  const options = ['--score', score, ...(find ? [] : ['--all-moves']), '--threads', '1', '--hash', '64M', '--quiet', '--format', 'json'];
  const began = performance.now();
  const { stdout, stderr, status } = spawnSync(PROGRAM, ['solve', ...board, ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return [JSON.parse(stdout).value, (performance.now() - began) / 1000];
}

async function inWebAssembly(question) {
  await othello.forecast(question, { seconds: 0 }); // loads everything
  const began = performance.now();
  const { value } = await othello.solve({ lines: true, ...question });
  return [value, (performance.now() - began) / 1000];
}

console.log('position                            wasm  native   ratio');
for (const [name, question] of Object.entries(POSITIONS)) {
  const [[value, seconds], [expected, nativeSeconds]] = [await inWebAssembly(question), native(question)];
  if (value !== expected) throw new Error(`${name}: ${value}, not ${expected}`);
  const [wasm, own] = [seconds, nativeSeconds].map((it) => `${it.toFixed(2)} s`.padStart(8));
  console.log(`${name.padEnd(32)}${wasm}${own}${(seconds / nativeSeconds).toFixed(1).padStart(8)}`);
}
