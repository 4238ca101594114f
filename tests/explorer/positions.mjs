// Prints what the script of the page knows of every position of 4×4 that can be
// reached from one start, or in a thorough test from both, one line each:
//
//   start, position, turn; each move and the position after it;
//   the value under each way of scoring; games won, drawn and lost

import { startOf } from '../../src/web/rules.mjs';
import { Solution } from '../../src/web/solver.mjs';
import { after, legalPlies } from '../../src/web/game.mjs';
import { positionText } from '../../src/web/notation.mjs';

const SCORINGS = ['most', 'fewest'].flatMap((objective) =>
  ['discs', 'empties-to-winner'].map((score) => ({ score, objective })),
);

function* describe(start) {
  const root = startOf(4, 4, start);
  const solutions = SCORINGS.map((scoring) => new Solution(root, scoring));
  const seen = new Set();
  const waiting = [root];
  while (waiting.length > 0) {
    const position = waiting.pop();
    const name = positionText(position);
    if (seen.has(name)) continue;
    seen.add(name);
    const children = legalPlies(position).map((ply) => ({ ply, next: after(position, ply) }));
    waiting.push(...children.map(({ next }) => next));
    const [{ wins, draws, losses }] = solutions.map((solution) => solution.of(position));
    yield [
      `${start} ${name} ${position.turn}`,
      children.map(({ ply, next }) => `${ply}:${positionText(next)}`).join(','),
      solutions.map((solution) => solution.of(position).value).join(' '),
      `${wins} ${draws} ${losses}`,
    ].join(';');
  }
}

const isThorough = process.env.OTHELLO_SOLVER_THOROUGH !== undefined;
const starts = isThorough ? ['diagonal', 'parallel'] : ['diagonal'];
const lines = starts.flatMap((start) => [...describe(start)]);
process.stdout.write(`${lines.join('\n')}\n`);
