// Plays games on boards of every size from one start, or in a thorough test from both, and prints each of their
// positions, one line each:
//
//   size, start; the moves so far without passes; position; legal moves; flips of each; turn;
//   the score under each way of scoring

import { finalScore, flips, startOf } from '../../src/web/rules.mjs';
import { PASS, after, legalPlies, nameOf } from '../../src/web/game.mjs';
import { formatGgf, positionText, readGgf, readPosition, readTranscript, sizeText } from '../../src/web/notation.mjs';

const SCORINGS = ['most', 'fewest'].flatMap((objective) =>
  ['discs', 'empties-to-winner'].map((score) => ({ score, objective })),
);

/** Numbers below `limit`, which are the same each time. */
function numbers(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function assertEqual(one, other) {
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

function* game(root, start, below) {
  const plies = [];
  for (let position = root; ; position = after(position, plies.at(-1))) {
    const moves = plies.filter((ply) => ply !== PASS).join('');
    const text = positionText(position);
    yield [
      `${sizeText(root)} ${start}`,
      moves,
      text,
      position.moves.map((square) => nameOf(position, square)).join(' '),
      position.moves.map((square) => flips(position, square).length).join(' '),
      position.turn,
      SCORINGS.map((scoring) => finalScore(position, scoring)).join(' '),
    ].join(';');

    // A written game can be read again.
    assertEqual(positionText(readPosition(text, root).position), text);
    assertEqual(readTranscript(root, moves).plies.filter((ply) => ply !== PASS).join(''), moves);
    assertEqual(readGgf(formatGgf(root, plies)).plies.join(), plies.join());
    const legal = legalPlies(position);
    if (legal.length === 0) return;
    plies.push(legal[below(legal.length)]);
  }
}

const isThorough = process.env.OTHELLO_SOLVER_THOROUGH !== undefined;
const lines = [];
for (let width = 2; width <= 26; width += 1) {
  for (let height = 2; height <= 26 && width * height <= 64; height += 1) {
    const starts = (width + height) % 2 === 0 ? ['diagonal', 'parallel'] : ['parallel', 'diagonal'];
    for (const start of isThorough ? starts : starts.slice(1)) {
      lines.push(...game(startOf(width, height, start), start, numbers(100 * width + height)));
    }
  }
}
process.stdout.write(`${lines.join('\n')}\n`);
