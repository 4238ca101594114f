// The JavaScript package gives the same answers as the program, key by key.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serve } from '../../tests/browser/served.mjs';
import { pass, play, startOf } from '../../src/web/rules.mjs';
import { positionText } from '../../src/web/notation.mjs';
import * as othello from '../dist/index.js';

const BOARDS = ['4x4', '3x5', '5x6', '6x6', '7x4', '7x7', '8x6', '9x5', '8x8', '12x4'];
const EACH = 20;

let program;
before(async () => (program = await serve({ threads: 1 })));
after(() => program.stop());

/** A small generator, so that the positions are the same in every run. */
function* numbers(state) {
  for (;;) yield (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** A position from a random game with at most this number of empty squares. */
function randomPosition(size, empties, random) {
  const [width, height] = size.split('x').map(Number);
  for (;;) {
    let position = startOf(width, height, random.next().value < 0.5 ? 'diagonal' : 'parallel');
    while (position.turn !== 'over' && position.cells.filter((cell) => cell === null).length > empties) {
      const { moves } = position;
      const square = moves[Math.floor(random.next().value * moves.length)];
      position = position.turn === 'pass' ? pass(position) : play(position, square);
    }
    if (position.turn !== 'over') return positionText(position);
  }
}

test('200 random positions of ten boards', { timeout: 1_200_000 }, async () => {
  const random = numbers(7);
  const questions = BOARDS.flatMap((size) =>
    Array.from({ length: EACH }, (_, n) => ({
      size,
      position: randomPosition(size, 6 + (n % 8), random),
      objective: n % 3 === 0 ? 'fewest' : 'most',
      score: n % 2 === 0 ? 'discs' : 'empties-to-winner',
      lines: `${n % 4 < 2}`,
    })),
  );
  assert.equal(questions.length, 200);
  const body = questions.map((question) => JSON.stringify({ ...question, wait: '10s' })).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const response = await fetch(`${program.address}api/v1/solve`, { method: 'POST', headers, body });
  const expected = (await response.text()).trim().split('\n').map((line) => JSON.parse(line));
  for (const [n, question] of questions.entries()) {
    const { file_line: line, ...answer } = expected[n];
    assert.equal(line, n + 1);
    assert.equal(answer.schema, 'othello-solver/answer/1');
    assert.deepEqual(await othello.solve(question), answer, JSON.stringify(question));
  }
});

test('a known position, bounds and an error', async () => {
  const ask = (query) => fetch(`${program.address}api/v1/solve?${new URLSearchParams(query)}`).then((it) => it.json());
  const opening = { size: '6x6', moves: 'c2b4' };
  assert.deepEqual(await othello.solve(opening), await ask(opening));
  const long = { size: '8x8', moves: 'f5' };
  const names = ({ searching, forecast, ...bounds }) => Object.keys(bounds);
  assert.deepEqual(names(await othello.solve(long, { seconds: 0 })), names(await ask({ ...long, wait: '0' })));
  for (const wrong of [{ start: 'middle' }, { size: '4x4', moves: 'a1' }, { position: 'X' }]) {
    const error = await othello.solve(wrong).catch((error) => error);
    assert.deepEqual(error.problem, await ask(wrong));
  }
  assert.deepEqual(await othello.results(), await fetch(`${program.address}api/v1/results`).then((it) => it.json()));
  const headers = { 'content-type': 'application/json' };
  const game = { game: 'b1c1d1a1', size: '4x4' };
  const reviewed = await fetch(`${program.address}api/v1/review`, { method: 'POST', headers, body: JSON.stringify(game) });
  assert.deepEqual(await othello.review(game), await reviewed.json());
});
