// The text above and below the board.

import { texts } from './language.mjs';
import { count } from './rules.mjs';
import { PASS } from './game.mjs';
import { kindOf } from './estimate.mjs';
import { discCount, endInWords, outcomeInWords, plyInWords } from './words.mjs';
import { button, byId, element, refill, setAttribute } from './dom.mjs';
import { announceNews } from './speech.mjs';

/**
 * Draws the player to move, the value in words, and a notice if there is no legal move. `result` is a sentence about
 * the end of the game.
 */
export function drawHeading(explorer, line, act, result) {
  const { root, position, isEdited, error } = explorer;
  const estimate = explorer.estimate();
  const turn = texts.turn[isEdited ? 'setUp' : position.turn](position.side);
  const value = verdict(explorer, line, estimate);
  const endings = [endInWords(position), result].filter(Boolean);
  const isAnyonesTurn = position.turn !== 'over' || isEdited;
  refill(byId('turn'), element('span', { class: `disc ${position.side}`, hidden: !isAnyonesTurn }), turn);
  refill(byId('discs'), ...discsOf('black', position), ...discsOf('white', position));
  byId('value').textContent = value;
  refill(byId('notice'), ...notice(explorer, act, endings));
  announceNews({
    error,
    board: texts.boardSize(root.width, root.height),
    // While setting up a position, the disc count announces each change.
    position: isEdited ? undefined : position,
    ply: lastPly(explorer),
    turn: texts.sentences([texts.sentence(turn), ...(isAnyonesTurn ? [] : endings)]),
    value,
    // A change in a forecast's error alone is not news.
    worth: verdict(explorer, line, { ...estimate, error: undefined }),
  });
}

/** Draws the title of the page. */
export function drawTitle({ root, settings, isSetUp }) {
  const details = [texts.details[isSetUp ? 'custom' : settings.start]];
  if (settings.objective === 'fewest') details.push(texts.details.fewest);
  if (settings.score !== 'discs') details.push(texts.details.emptiesToWinner);
  byId('title').textContent = texts.title(root.width, root.height);
  byId('details').textContent = details.join(' · ');
  document.title = texts.documentTitle(root.width, root.height);
}

/** Enables the buttons that can do something, and shows the ones for playing or for setting up. */
export function drawControls(explorer) {
  const { plies, ply, isEdited } = explorer;
  const disable = (isDisabled, ...ids) => ids.forEach((id) => (byId(id).disabled = isDisabled));
  disable(isEdited || ply === 0, 'first', 'back');
  disable(isEdited || ply === plies.length, 'forward', 'last');
  disable(!explorer.canUndo, 'undo');
  disable(!explorer.canRedo, 'redo');
  const [hint] = explorer.line;
  disable(isEdited || !hint, 'next');
  byId('next').lastElementChild.textContent = hint?.isLikely ? texts.playLikely : texts.page.playBest;
  disable(plies.length === 0, 'restart');
  setAttribute(byId('guess'), 'aria-pressed', `${explorer.settings.values === 'hidden'}`);
  for (const it of byId('brushes').children) setAttribute(it, 'aria-pressed', `${it.value === explorer.brush}`);
  for (const it of document.querySelectorAll('.playing')) it.hidden = isEdited;
  for (const it of document.querySelectorAll('.editing')) it.hidden = !isEdited;
  document.body.dataset.editing = isEdited;
}

/** Draws the progress of a search or review. */
export function drawProgress(explorer, inquiry) {
  const { state, latest, problem, reviewing, secondsLeft: left } = inquiry;
  const known = explorer.knowledge.isComplete(explorer.position, explorer.settings);
  const isHidden = explorer.settings.values === 'hidden' || explorer.isEdited;
  const text = isHidden ? '' : known ? (reviewing ? texts.progress.reviewing : '') : {
    none: texts.progress.none,
    idle: '',
    asking: searching(latest, left),
    waiting: texts.progress.waiting(problem),
    refused: problem,
    lost: texts.progress.lost,
    long: texts.progress.tooLong(left && magnitude(left), explorer.knowledge.aheadOf(explorer.position, explorer.settings)),
    paused: texts.progress.paused,
  }[state];
  // Only one of the texts has markup: a link to the page for all boards.
  if (state === 'none' && text) byId('progress').innerHTML = text;
  else byId('progress').textContent = text;
  byId('progress').dataset.state = known ? 'idle' : state;
  byId('insist').hidden = isHidden || known || state !== 'long';
  byId('stop').hidden = isHidden || known || !inquiry.isWanted;
  byId('review-tools').hidden = state === 'none' || !explorer.isOpen;
  byId('review').disabled = reviewing;
  byId('review').textContent = explorer.hasGaps ? texts.page.review : texts.reviewDeeper;
}

function searching(latest, left) {
  const { progress } = texts;
  if (!latest) return progress.searching;
  if (latest.searching === false) return progress.queued;
  const { nodes = 0 } = latest;
  return left ? progress.timeLeft(nodes, magnitude(left)) : progress.positions(nodes);
}

/** The length of each unit in seconds. */
const UNITS = { millennia: 31_557_600_000, centuries: 3_155_760_000, years: 31_557_600, months: 2_629_800, days: 86_400, hours: 3600, minutes: 60 };

/** The order of magnitude of a duration, in words. */
function magnitude(seconds) {
  const [unit] = Object.entries(UNITS).find(([, length]) => seconds >= 1.5 * length) ?? ['seconds'];
  return texts.durations[unit];
}

/** The value in words, or the disc count while values are hidden. `line` is best play from here. */
function verdict(explorer, line, estimate) {
  const { position, settings, isEdited } = explorer;
  const { position: last, isLikely } = line.at(-1) ?? { position };
  const isWhole = last.turn === 'over' && !isLikely;
  const result = outcomeInWords(position, estimate, isWhole ? last : undefined);
  if (position.turn === 'over' && !isEdited) return texts.verdict.final(result);
  if (isEdited || settings.values === 'hidden') return texts.verdict.discs(discCount(position));
  return texts.verdict[kindOf(estimate, position.cells.length)](result);
}

function lastPly({ plies, positions, ply }) {
  return ply > 0 ? texts.move(positions[ply - 1].side, plyInWords(plies[ply - 1])) : '';
}

/** A disc and its count. A screen reader reads them as a separate sentence. */
function discsOf(color, position) {
  const number = count(position, color);
  const spoken = element('span', { class: 'unseen' }, texts.colorCount(color, number));
  const seen = element('span', { 'aria-hidden': 'true' }, `${number}`);
  return [spoken, element('span', { class: `disc ${color}` }), seen];
}

function notice({ position, isEdited, error }, act, endings) {
  if (error?.field === 'board' || error?.field === 'done') return [element('span', { class: 'error' }, error.text)];
  if (isEdited) return [element('span', {}, texts.setUpHint)];
  if (position.turn === 'over') return [element('span', {}, texts.sentences(endings))];
  if (position.turn === 'place') return [];
  return [
    element('span', {}, texts.noMove(position.side)),
    button(() => act((explorer) => explorer.play(PASS)), { id: 'pass' }, texts.passButton),
  ];
}
