// The text above and below the board.

import { count } from './rules.mjs';
import { PASS, discs } from './game.mjs';
import { discCount, endInWords, nameOfColor, plyInWords, turnInWords, valueInWords } from './words.mjs';
import { button, byId, element } from './dom.mjs';

/** Draws who is to move, the value in words, and what stands in the way of moving. */
export function drawHeading(explorer, line, act) {
  const { stage, error } = explorer;
  const turn = turnInWords(stage);
  const value = verdict(explorer, line);
  const { black, white } = discs(stage);
  byId('turn').replaceChildren(
    element('span', { class: `disc ${stage.color}`, hidden: stage.turn === 'over' }),
    turn,
  );
  byId('discs').replaceChildren(...discsOf('black', black), ...discsOf('white', white));
  byId('value').textContent = value;
  byId('notice').replaceChildren(...notice(explorer, act));
  byId('announcement').textContent = [error, lastPly(explorer), `${turn}.`, value].filter(Boolean).join(' ');
}

/** Enables the buttons that have something to do. */
export function drawControls({ stage, plies, ply }) {
  byId('undo').disabled = ply === 0;
  byId('redo').disabled = ply === plies.length;
  byId('next').disabled = stage.turn === 'over';
  byId('restart').disabled = plies.length === 0;
}

/** The value in words, `line` being best play from here; while values are hidden, the discs. */
function verdict(explorer, line) {
  const { stage, settings } = explorer;
  const result = valueInWords(stage, explorer.valueOf(stage), line.at(-1)?.stage ?? stage);
  if (stage.turn === 'over') return `${result}.`;
  return settings.values === 'hidden' ? `Discs: ${discCount(stage)}.` : `With best play: ${result}.`;
}

function lastPly({ plies, stages, ply }) {
  return ply > 0 ? `${nameOfColor(stages[ply - 1].color)}: ${plyInWords(plies[ply - 1])}.` : '';
}

function discsOf(color, squares) {
  const name = element('span', { class: 'unseen' }, `${nameOfColor(color)}: `);
  return [name, element('span', { class: `disc ${color}` }), `${count(squares)} `];
}

function notice({ stage, error }, act) {
  const parts = error ? [error] : [];
  if (stage.turn === 'over') parts.push(endInWords(stage));
  if (stage.turn === 'pass') {
    parts.push(`${nameOfColor(stage.color)} has no legal move.`);
    parts.push(button(() => act((explorer) => explorer.play(PASS)), { id: 'pass' }, 'Pass'));
  }
  return parts.map((part) => (typeof part === 'string' ? element('span', {}, part) : part));
}
