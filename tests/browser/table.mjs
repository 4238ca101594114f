// The value of every 4×4 position, from results/4x4-positions.csv.

import { readFileSync } from 'node:fs';

const rows = readFileSync(new URL('../../results/4x4-positions.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(','));
const columns = rows.shift();
const [CELLS, VALUE] = ['cells', 'value'].map((name) => columns.indexOf(name));
const values = new Map(rows.map((row) => [row[CELLS], Number(row[VALUE])]));

/** The value, for the player to move, of a position in the page's notation (cells and side). */
export function valueInTable(position) {
  const [cells, side] = position.split(' ');
  const own = side === 'X' ? cells : cells.replace(/[XO]/g, (disc) => (disc === 'X' ? 'O' : 'X'));
  const value = images(own).map((image) => values.get(image)).find((found) => found !== undefined);
  if (value === undefined) throw new Error(`${position} is not in the table`);
  return value;
}

/** The eight symmetric images of a board with 16 cells. */
function images(cells) {
  const image = (from) => Array.from({ length: 16 }, (_, square) => cells[from(square % 4, square >> 2)]).join('');
  return [
    image((x, y) => x + 4 * y),
    image((x, y) => 3 - x + 4 * y),
    image((x, y) => x + 4 * (3 - y)),
    image((x, y) => 3 - x + 4 * (3 - y)),
    image((x, y) => y + 4 * x),
    image((x, y) => 3 - y + 4 * x),
    image((x, y) => y + 4 * (3 - x)),
    image((x, y) => 3 - y + 4 * (3 - x)),
  ];
}
