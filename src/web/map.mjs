// The tree below a position as an icicle plot: a row for each ply and a block for each line of
// play. A block's width is its share of the games, and its colour shows the value.

import { texts } from './language.mjs';
import { after, legalPlies } from './game.mjs';
import { exactly, outcomeOf } from './estimate.mjs';
import { plyInWords, signed } from './words.mjs';
import { button, element, makeReachable, refill } from './dom.mjs';

/** The most blocks in a row. The map stops before the first row that would have more. */
const BLOCKS = 150;

/** Draws the map. A click on a block calls `choose` with the plies that lead to it. */
export function drawMap(target, explorer, choose) {
  const rows = rowsBelow(explorer);
  target.setAttribute('aria-label', texts.map.label(rows.length));
  refill(target, ...rows.map((row) => drawRow(row, choose)));
  const blocks = target.querySelectorAll('button');
  makeReachable(blocks[0], blocks);
}

/** Moves the focus to a neighbouring block if the key is an arrow. Returns whether it is. */
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

/** The block of a row that is in line with the middle of another block. */
function blockAt(row, block) {
  const { left, width } = block.getBoundingClientRect();
  return [...(row?.children ?? [])].findLast((it) => it.getBoundingClientRect().left <= left + width / 2);
}

/**
 * The blocks of each row. `left` and `width` are fractions of 1; values are for the player to move
 * at the root.
 */
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
      title: texts.map.block(plies.map(plyInWords).join(' '), signed(value), games),
    },
    // Hidden because the title already includes both.
    element('span', { 'aria-hidden': 'true' }, `${ply} `),
    element('b', { 'aria-hidden': 'true' }, signed(value)),
  );
}

function percent(share) {
  return `${(100 * share).toFixed(3)}%`;
}
