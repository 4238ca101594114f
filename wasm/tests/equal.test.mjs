// The JavaScript package gives the same answers as the program, key by key.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serve } from '../../tests/browser/served.mjs';
import { opponentOf, pass, play, positionOf, startOf } from '../../src/web/rules.mjs';
import { positionText } from '../../src/web/notation.mjs';
import * as othello from '../dist/index.js';

const BOARDS = ['4x4', '3x5', '5x6', '6x6', '7x4', '7x7', '8x6', '9x5', '8x8', '12x4'];
// A thorough test, as in `.ci/full`, has more, and the further ones have so few empty squares that
// all lines can be played to their end.
const EACH = process.env.OTHELLO_SOLVER_THOROUGH === undefined ? 20 : 400;

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

/** The value for the side to move, by playing every line to its end. */
function minimax(position, objective, score) {
  if (position.turn === 'pass') return -minimax(pass(position), objective, score);
  if (position.turn === 'place') {
    return Math.max(...position.moves.map((square) => -minimax(play(position, square), objective, score)));
  }
  const count = (color) => position.cells.filter((cell) => cell === color).length;
  const lead = count(position.side) - count(opponentOf(position.side));
  const more = score === 'discs' ? 0 : count(null) * Math.sign(lead);
  return objective === 'most' ? lead + more : -lead - more;
}

test(`${BOARDS.length * EACH} random positions of ten boards`, { timeout: 1_200_000 }, async () => {
  const random = numbers(7);
  const questions = BOARDS.flatMap((size) =>
    Array.from({ length: EACH }, (_, n) => ({
      size,
      position: randomPosition(size, n < 200 ? 6 + (n % 8) : 2 + (n % 4), random),
      objective: n % 3 === 0 ? 'fewest' : 'most',
      score: n % 2 === 0 ? 'discs' : 'empties-to-winner',
      lines: `${n % 4 < 2}`,
    })),
  );
  const headers = { 'content-type': 'application/x-ndjson' };
  const expected = [];
  for (let begin = 0; begin < questions.length; begin += 100) {
    const lines = questions.slice(begin, begin + 100).map((question) => JSON.stringify({ ...question, wait: '10s' }));
    const response = await fetch(`${program.address}api/v1/solve`, { method: 'POST', headers, body: lines.join('\n') });
    const answers = (await response.text()).trim().split('\n').map((line) => JSON.parse(line));
    expected.push(...answers.map((answer) => ({ ...answer, file_line: begin + answer.file_line })));
  }
  for (const [n, question] of questions.entries()) {
    const { file_line: line, ...answer } = expected[n];
    assert.equal(line, n + 1);
    assert.equal(answer.schema, 'othello-solver/answer/1');
    assert.deepEqual(await othello.solve(question), answer, JSON.stringify(question));
    if (n % EACH < 200) continue;
    const [width, height] = question.size.split('x').map(Number);
    const cells = [...question.position.slice(0, -2)].map((cell) => ({ X: 'black', O: 'white' })[cell] ?? null);
    const position = positionOf(width, height, cells, question.position.endsWith('X') ? 'black' : 'white');
    const value = minimax(position, question.objective, question.score);
    assert.equal(answer.value, value + 0, JSON.stringify(question)); // not -0
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
