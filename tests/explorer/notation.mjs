// Reads the cases of tests/data/notation.json as the page does without a solver. Prints how many of them it reads, and
// then each that it reads otherwise than expected. What it leaves to a solver, or refuses, it does not misread.

import { readFileSync } from 'node:fs';
import { PASS, after } from '../../src/web/game.mjs';
import { texts } from '../../src/web/language.mjs';
import { positionText, readSize, sizeText } from '../../src/web/notation.mjs';
import { readAnything } from '../../src/web/reading.mjs';
import { startOf } from '../../src/web/rules.mjs';

const cases = JSON.parse(readFileSync(new URL('../data/notation.json', import.meta.url)));

let count = 0;
const wrong = [];
for (const { name, text, size = '8x8', records } of cases.filter((it) => it.text !== undefined)) {
  // The page is not limited to its current board.
  if (size !== '8x8' && records[0]?.problem === 'size') continue;
  const { width, height } = readSize(size);
  const found = readAnything(text, startOf(width, height, 'diagonal'));
  if (found === undefined || found.error) continue;
  count += 1;
  const { root, plies, objective, note } = found;
  const read = {
    size: sizeText(root),
    begin: positionText(root),
    game: plies.filter((ply) => ply !== PASS).join(''),
    position: positionText(plies.reduce(after, root)),
    objective,
    note,
  };
  const [{ problem, ...first } = { problem: 'empty' }] = records;
  const games = records.filter(({ game }) => game).length;
  const expected = { ...first, note: records.length > 1 ? texts.several(games, records.length - games) : undefined };
  const differs = Object.keys(read).some((key) => read[key] !== expected[key]);
  if (problem || differs) wrong.push(`${name}: ${JSON.stringify(read)}`);
}
console.log(count);
for (const line of wrong) console.log(line);
