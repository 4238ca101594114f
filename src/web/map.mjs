// The tree below a position as an icicle plot: a row for each ply, a block for each
// line of play, as wide as its share of the games and coloured by its value.

import { after, legalPlies } from './game.mjs';
import { exactly, outcomeOf } from './estimate.mjs';
import { counted, plyInWords, signed } from './words.mjs';
import { button, element, makeReachable } from './dom.mjs';

/** Rows are added while they have no more blocks than this. */
const BLOCKS = 150;

/** Draws the map; `choose` is told the plies that lead to a block. */
export function drawMap(target, explorer, choose) {
  const rows = rowsBelow(explorer);
  const plies = counted(rows.length, 'ply', 'plies');
  target.setAttribute('aria-label', `Map of the next ${plies}, by share of the games`);
  target.replaceChildren(...rows.map((row) => drawRow(row, choose)));
  const blocks = target.querySelectorAll('button');
  makeReachable(blocks[0], blocks);
}

/** Goes to a block beside the one that is focused, above or below it, if the key is an arrow, and says whether it is. */
export function moveInMap({ target, key }) {
  const row = target.parentElement;
  const found = {
    ArrowLeft: () => target.previousElementSibling,
    ArrowRight: () => target.nextElementSibling,
    ArrowUp: () => blockAt(row.previousElementSibling, target),
    ArrowDown: () => blockAt(row.nextElementSibling, target),
  }[key];
  found?.()?.focus();
  return found !== undefined;
}

/** The block of a row at the middle of another block. */
function blockAt(row, block) {
  const { left, width } = block.getBoundingClientRect();
  return [...(row?.children ?? [])].findLast((it) => it.getBoundingClientRect().left <= left + width / 2);
}

/** The blocks of each row. `left` and `width` are shares of 1, values those of the player to move above. */
function rowsBelow({ position: root, knowledge, settings }) {
  const solution = knowledge.solution(root, settings);
  const all = solution.games(root);
  const rows = [];
  let row = [{ position: root, plies: [], left: 0 }];
  for (;;) {
    const next = row.flatMap(({ position, plies, left }) => {
      let edge = left;
      return legalPlies(position).map((ply) => {
        const child = after(position, ply);
        const { value } = solution.of(child);
        const games = solution.games(child);
        const block = {
          position: child,
          plies: [...plies, ply],
          left: edge,
          width: games / all,
          games,
          value: child.side === root.side ? value : -value || 0,
        };
        edge += block.width;
        return block;
      });
    });
    if (next.length === 0 || next.length > BLOCKS) return rows;
    rows.push(next);
    row = next;
  }
}

function drawRow(blocks, choose) {
  return element('div', { class: 'row', role: 'group' }, ...blocks.map((block) => drawBlock(block, choose)));
}

function drawBlock({ plies, left, width, games, value }, choose) {
  const ply = plyInWords(plies.at(-1));
  return button(
    () => choose(plies),
    {
      role: 'option',
      class: `block ${outcomeOf(exactly(value))}`,
      style: `left:${percent(left)};width:${percent(width)}`,
      title: `${plies.map(plyInWords).join(' ')}: ${signed(value)}, ${counted(games, 'game')}`,
    },
    // The title says both.
    element('span', { 'aria-hidden': 'true' }, `${ply} `),
    element('b', { 'aria-hidden': 'true' }, signed(value)),
  );
}

function percent(share) {
  return `${(100 * share).toFixed(3)}%`;
}
