// The text above and below the board.

import { count } from './rules.mjs';
import { PASS } from './game.mjs';
import { kindOf } from './estimate.mjs';
import { counted, discCount, endInWords, nameOfColor, outcomeInWords, plyInWords, sentence, turnInWords } from './words.mjs';
import { button, byId, element } from './dom.mjs';
import { announceNews } from './speech.mjs';

/** Draws the player to move, the value in words, and a notice if there is no legal move. */
export function drawHeading(explorer, line, act) {
  const { root, position, isEdited, error } = explorer;
  const estimate = explorer.estimate();
  const turn = isEdited ? `Setting up, ${nameOfColor(position.side)} to move` : turnInWords(position);
  const value = verdict(explorer, line, estimate);
  const isAnyonesTurn = position.turn !== 'over' || isEdited;
  byId('turn').replaceChildren(element('span', { class: `disc ${position.side}`, hidden: !isAnyonesTurn }), turn);
  byId('discs').replaceChildren(...discsOf('black', position), ...discsOf('white', position));
  byId('value').textContent = value;
  byId('notice').replaceChildren(...notice(explorer, act));
  announceNews({
    error,
    board: `The board has ${root.width} columns and ${root.height} rows.`,
    // While setting up a position, the disc count announces each change.
    position: isEdited ? undefined : position,
    ply: lastPly(explorer),
    turn: isAnyonesTurn ? `${turn}.` : `${turn}. ${endInWords(position)}`,
    value,
    // A change in a forecast's error alone is not news.
    worth: verdict(explorer, line, { ...estimate, error: undefined }),
  });
}

/** Draws the title of the page. */
export function drawTitle({ root, settings, isSetUp }) {
  const board = `${root.width}×${root.height}`;
  const details = [isSetUp ? 'custom position' : `${settings.start} start`];
  if (settings.objective === 'fewest') details.push('fewest discs win');
  if (settings.score !== 'discs') details.push('empty squares go to the winner');
  byId('title').textContent = `${board} Othello`;
  byId('details').textContent = details.join(' · ');
  document.title = `${board} Othello, exact values`;
}

/** Enables the buttons that can do something. */
export function drawControls(explorer) {
  const { plies, ply, isEdited } = explorer;
  const disable = (id, isDisabled) => (byId(id).disabled = isDisabled || isEdited);
  disable('undo', ply === 0);
  disable('redo', ply === plies.length);
  disable('next', explorer.bestPlies.length === 0);
  disable('restart', plies.length === 0);
  byId('edit').setAttribute('aria-pressed', `${isEdited}`);
  byId('edit-tools').hidden = !isEdited;
}

/** Draws the progress of a search or review. */
export function drawProgress(explorer, { state, latest, problem, reviewing }) {
  const known = explorer.knowledge.isComplete(explorer.position, explorer.settings);
  const isHidden = explorer.settings.values === 'hidden' || explorer.isEdited;
  byId('progress').textContent = isHidden ? '' : known ? (reviewing ? 'Reviewing the game …' : '') : {
    none: 'To see values for this board, run “othello-solver serve”.',
    idle: '',
    asking: searching(latest),
    waiting: `Waiting: ${problem}.`,
    refused: problem,
    lost: 'The server is not responding. You can keep playing; values will return when it does.',
  }[state];
  byId('progress').dataset.state = known ? 'idle' : state;
  byId('review').hidden = state === 'none' || !explorer.hasGaps;
  byId('review').disabled = reviewing;
}

function searching(latest) {
  if (!latest) return 'Searching …';
  if (latest.searching === false) return 'Waiting for other searches to finish …';
  const parts = [`${counted(latest.nodes ?? 0, 'position')} so far`];
  if (latest.seconds_left > 0) parts.push(`${duration(latest.seconds_left)} left`);
  return `Searching: ${parts.join(', ')}.`;
}

/** A rough duration. */
function duration(seconds) {
  const units = [['year', 31_557_600], ['day', 86_400], ['hour', 3600], ['minute', 60], ['second', 1]];
  const [unit, length] = units.find(([, length]) => seconds >= 1.5 * length) ?? units.at(-1);
  const number = Math.max(1, Math.round(seconds / length));
  return number < 1000 ? `about ${counted(number, unit)}` : `${number < 1e6 ? 'thousands' : 'millions'} of ${unit}s`;
}

/** The value in words, or the disc count while values are hidden. `line` is best play from here. */
function verdict(explorer, line, estimate) {
  const { position, settings, isEdited } = explorer;
  const last = line.at(-1)?.position ?? position;
  const isWhole = last.turn === 'over';
  const result = outcomeInWords(position, estimate, isWhole ? last : undefined);
  if (position.turn === 'over' && !isEdited) return sentence(result);
  if (isEdited || settings.values === 'hidden') return `Discs: ${discCount(position)}.`;
  return {
    exact: `With best play, ${result}.`,
    bounds: `Proved so far: ${result}.`,
    forecast: `Forecast: ${result}.`,
    unknown: 'The value is not known yet.',
  }[kindOf(estimate, position.cells.length)];
}

function lastPly({ plies, positions, ply }) {
  return ply > 0 ? `${nameOfColor(positions[ply - 1].side)}: ${plyInWords(plies[ply - 1])}.` : '';
}

/** A disc and its count. A screen reader reads them as a separate sentence. */
function discsOf(color, position) {
  const number = count(position, color);
  const spoken = element('span', { class: 'unseen' }, `${nameOfColor(color)}: ${number}.`);
  const seen = element('span', { 'aria-hidden': 'true' }, `${number}`);
  return [spoken, element('span', { class: `disc ${color}` }), seen];
}

function notice({ position, isEdited }, act) {
  if (isEdited) return [];
  if (position.turn === 'over') return [element('span', {}, endInWords(position))];
  if (position.turn === 'place') return [];
  return [
    element('span', {}, `${nameOfColor(position.side)} has no legal move.`),
    button(() => act((explorer) => explorer.play(PASS)), { id: 'pass' }, 'Pass'),
  ];
}
