// Prints what the script of the page knows of every position that can be
// reached from both starts, one line each:
//
//   start, own, opponent, turn; each move and the position after it;
//   the value under each way of scoring; games won, drawn and lost

import { STARTS, list, moves, pass, play, turn } from '../../src/web/rules.mjs';
import { Solution } from '../../src/web/solver.mjs';

const SCORINGS = ['most', 'fewest'].flatMap((objective) =>
  ['discs', 'empties-to-winner'].map((score) => ({ score, objective })),
);

function* describe(start) {
  const solutions = SCORINGS.map((scoring) => new Solution(STARTS[start], scoring));
  const seen = new Set();
  const waiting = [STARTS[start]];
  while (waiting.length > 0) {
    const position = waiting.pop();
    const name = `${position.own} ${position.opponent}`;
    if (seen.has(name)) continue;
    seen.add(name);
    const children = list(moves(position)).map((square) => ({ square, ...play(position, square) }));
    waiting.push(...(turn(position) === 'pass' ? [pass(position)] : children));
    const [{ wins, draws, losses }] = solutions.map((solution) => solution.of(position));
    yield [
      `${start} ${name} ${turn(position)}`,
      children.map(({ square, own, opponent }) => `${square}:${own} ${opponent}`).join(','),
      solutions.map((solution) => solution.of(position).value).join(' '),
      `${wins} ${draws} ${losses}`,
    ].join(';');
  }
}

const lines = Object.keys(STARTS).flatMap((start) => [...describe(start)]);
process.stdout.write(`${lines.join('\n')}\n`);
