// Asks one store of values about the same cells on different boards and under different rules, and prints
// the answers, one line each:
//
//   size; position; objective and score; its value; its best moves; games won, drawn and lost
//
// Then it checks the stores whose values come from a server, using a fake one.

import assert from 'node:assert/strict';
import { positionOf } from '../../src/web/rules.mjs';
import { positionText, sizeText } from '../../src/web/notation.mjs';
import { unknown } from '../../src/web/estimate.mjs';
import { Solution } from '../../src/web/solver.mjs';
import { Knowledge } from '../../src/web/knowledge.mjs';
import { Explorer } from '../../src/web/explorer.mjs';
import { Inquiry } from '../../src/web/inquiry.mjs';

const RULES = ['most', 'fewest'].flatMap((objective) =>
  ['discs', 'empties-to-winner'].map((score) => ({ score, objective })),
);

/** All boards with this number of squares. */
function boardsOf(squares) {
  const boards = [];
  for (let width = 2; width <= 26; width += 1) {
    const height = squares / width;
    if (Number.isInteger(height) && height >= 2 && height <= 26) boards.push([width, height]);
  }
  return boards;
}

/** A reproducible pseudorandom number below `limit`. */
let state = 1;
function below(limit) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}

/** Random cells, up to eight of them empty. */
function someCells(squares) {
  const cells = Array.from({ length: squares }, () => ['black', 'white'][below(2)]);
  for (let n = below(8); n >= 0; n -= 1) cells[below(squares)] = null;
  return cells;
}

/** The same cells on every board, with either side to move. */
function positionsWith(cells) {
  return ['black', 'white'].flatMap((side) =>
    boardsOf(cells.length).map(([width, height]) => positionOf(width, height, cells, side)),
  );
}

const knowledge = new Knowledge();
const lines = [];
for (const squares of [6, 8, 10, 12, 14, 15, 16]) {
  for (let number = 0; number < 25; number += 1) {
    for (const position of positionsWith(someCells(squares))) {
      for (const rules of RULES) {
        const { lower, upper } = knowledge.estimateOf(position, rules);
        assert.equal(lower, upper);
        const { wins, draws, losses } = knowledge.solution(position, rules).of(position);
        lines.push([
          sizeText(position),
          positionText(position),
          `${rules.objective} ${rules.score}`,
          lower,
          position.turn === 'place' ? knowledge.bestPlies(position, rules).join('') : '',
          `${wins} ${draws} ${losses}`,
        ].join(';'));
      }
    }
  }
}
process.stdout.write(`${lines.join('\n')}\n`);

// A solution refuses positions of another board.
const [one, other] = positionsWith(someCells(12));
assert.throws(() => new Solution(one, RULES[0]).of(other), /^Error: This is the solution of 2×6\.$/);

// A server's answer applies to one board and one set of rules.
for (const squares of [18, 24, 36, 64]) {
  const positions = positionsWith(someCells(squares)).filter(({ turn }) => turn === 'place');
  const questions = positions.flatMap((position) => RULES.map((rules) => ({ position, rules })));
  assert.ok(questions.length > 4);
  for (const learned of questions) {
    const knowledge = new Knowledge();
    knowledge.learn(learned.position, learned.rules, { value: 2 });
    for (const { position, rules } of questions) {
      const isLearned = position === learned.position && rules === learned.rules;
      assert.equal(knowledge.isComplete(position, rules), isLearned);
      const { lower, upper } = isLearned ? { lower: 2, upper: 2 } : unknown(squares);
      assert.deepEqual(knowledge.estimateOf(position, rules), { lower, upper });
    }
  }

  // Every board and set of rules is a separate question. Other settings are not.
  const asked = [];
  const server = {
    async *solve(position, { score, objective }) {
      asked.push({ position, rules: { score, objective } });
      await new Promise(() => {});
    },
  };
  const inquiry = new Inquiry(server, new Knowledge(), () => {});
  for (const { position, rules } of questions) {
    for (const level of ['perfect', 'club']) inquiry.ask(position, { ...rules, level });
  }
  assert.deepEqual(asked, questions);
  inquiry.stop();
}

// An address for one board is opened after an address for another.
const explorer = new Explorer('#size=5x3', new Knowledge());
assert.equal(explorer.moves.size, 3);
explorer.open('#size=3x5&moves=a1b1c2b4b5c1');
assert.equal(explorer.position.side, 'white');
assert.deepEqual(explorer.estimate(), { lower: -13, upper: -13 });
