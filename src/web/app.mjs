// Connects the explorer to the page.

import { fillTexts, texts } from './language.mjs';
import { readPosition, readSize } from './notation.mjs';
import { readAnything, readRecords } from './reading.mjs';
import { Knowledge } from './knowledge.mjs';
import { Explorer } from './explorer.mjs';
import { Server } from './server.mjs';
import { BrowserSolver } from './browser-solver.mjs';
import { Inquiry } from './inquiry.mjs';
import { choose } from './opponent.mjs';
import { isExact, likely } from './estimate.mjs';
import { refutationInWords } from './words.mjs';
import { acceptTyped, byId, keepingFocus, makeReachable } from './dom.mjs';
import { announce } from './speech.mjs';
import { watchPresence } from './presence.mjs';
import { BoardView } from './board.mjs';
import { drawControls, drawHeading, drawProgress, drawTitle } from './heading.mjs';
import { drawGame, drawLine } from './lines.mjs';
import { drawCurve, moveInCurve } from './curve.mjs';
import { drawMoves } from './moves.mjs';
import { moveInMap } from './map.mjs';
import { copy, drawCopies, drawError, drawSettings } from './forms.mjs';
import { watchPastes } from './paste.mjs';
import { printWorksheet } from './worksheet.mjs';

/** The delay before the computer moves when it knows the value of each move, in milliseconds. */
const ANSWER_DELAY = 450;

/** The longest it waits for better values than forecasts. */
const ANSWER_PATIENCE = 1000;

/** The longest it waits for forecasts. */
const FORECAST_PATIENCE = 5000;

/** The longest that perfect play waits for a value expected within that time. */
const PERFECT_PATIENCE = 60_000;

/** The first board shown when there is a solver for every board. */
const FIRST_SERVED = '#size=6x6';

// A server names its API, a site without a server its worker, and a single file neither.
const { api, worker } = document.documentElement.dataset;
const solver = api ? new Server(api) : worker ? new BrowserSolver(worker) : undefined;
const knowledge = new Knowledge();
learnFirst();
const explorer = new Explorer(location.hash || (solver ? FIRST_SERVED : ''), knowledge);
const inquiry = new Inquiry(solver, knowledge, (isAboutValues) =>
  requestAnimationFrame(isAboutValues ? show : () => drawProgress(explorer, inquiry)),
);
const board = new BoardView(byId('board'), chooseSquare, point);
let pointed;
let answering;
let waitingSince;

/** Learns the values of the first board, if the page includes them, so that they need no solver. */
function learnFirst() {
  const values = byId('first-values');
  if (!values) return;
  const document = JSON.parse(values.textContent);
  const { position } = readPosition(document.position, readSize(document.size));
  knowledge.learn(position, document, document);
}

/** Makes a change and redraws the page. Returns whether the game has changed. */
function act(change) {
  explorer.error = undefined;
  const game = explorer.plies;
  waitingSince = undefined;
  change(explorer);
  show();
  return explorer.plies !== game;
}

/** Plays on a square. While setting up a position, changes its content and announces that. */
function chooseSquare(square, button) {
  act((it) => it.choose(square));
  if (explorer.isEdited) announce(texts.sentence(button.ariaLabel));
}

function show() {
  keepingFocus(draw, () => board.reachable);
  if (location.hash !== explorer.fragment) history.replaceState(null, '', explorer.fragment);
  inquiry.leaveGame(explorer.root);
  if (explorer.isEdited) inquiry.stop();
  else inquiry.ask(explorer.position, explorer.settings);
  drawProgress(explorer, inquiry);
  planAnswer();
}

function draw() {
  const line = explorer.line;
  board.draw(explorer);
  drawTitle(explorer);
  drawHeading(explorer, line, act);
  drawControls(explorer);
  drawLine(explorer, line, act);
  drawMoves(explorer, act);
  drawGame(explorer, act);
  drawCurve(explorer, act);
  drawSettings(explorer);
  drawCopies(explorer);
  drawError(explorer);
  point(pointed);
}

/** Shows the refutation of a ply, or clears it. */
function point(ply) {
  pointed = ply;
  const { position } = explorer;
  const isShown = ply !== undefined && explorer.settings.values !== 'hidden' && explorer.moves.has(ply);
  const reply = isShown ? explorer.replyTo(ply) : undefined;
  board.mark(position, isShown ? ply : undefined, reply);
  byId('refutation').textContent = isShown
    ? refutationInWords(position, ply, explorer.moves.get(ply), explorer.costOf(ply), reply)
    : '';
}

/** On the computer's turn, moves once enough is known or the wait is over. */
function planAnswer() {
  clearTimeout(answering);
  if (!explorer.answerDue) return;
  waitingSince ??= performance.now();
  const isPerfect = explorer.settings.level === 'perfect';
  const isComplete = knowledge.isComplete(explorer.position, explorer.settings) || inquiry.state === 'none';
  const hasForecasts = [...explorer.moves.values()].every((estimate) => likely(estimate) !== undefined);
  const knows = isComplete || (isPerfect ? explorer.bestPlies.length > 0 : hasForecasts);
  const isSoonKnown = isPerfect && (inquiry.latest?.seconds_left ?? Infinity) * 1000 < PERFECT_PATIENCE;
  const patience = isSoonKnown ? PERFECT_PATIENCE : hasForecasts ? ANSWER_PATIENCE : FORECAST_PATIENCE;
  if (knows) answering = setTimeout(() => act(answer), ANSWER_DELAY);
  else if (performance.now() - waitingSince >= patience) act(answer);
  else answering = setTimeout(planAnswer, ANSWER_DELAY);
}

/** Plays the computer's move. */
function answer(it) {
  const { level } = it.settings;
  const [best] = level === 'perfect' ? it.bestPlies : [];
  const isExactly = best !== undefined || [...it.moves.values()].every(isExact);
  it.answer(best ?? choose(it.moves, level), !isExactly);
}

function playBest(it) {
  const [step] = it.line;
  if (step) it.play(step.ply);
}

/** Requests a review of the opened game, to fill in its curve. */
function review() {
  const seconds = byId('review-time').value;
  inquiry.review(explorer.positions, explorer.plies, explorer.settings, seconds);
}

function reviewIfNeeded() {
  if (explorer.plies.length > 0 && explorer.hasGaps) review();
}

const ACTIONS = {
  undo: (it) => it.undo(),
  redo: (it) => it.redo(),
  next: playBest,
  restart: (it) => it.restart(),
  edit: (it) => (it.isEdited ? it.endEdit() : it.edit()),
  clear: (it) => it.clear(),
  side: (it) => it.changeSide(),
  done: (it) => it.endEdit(),
};
for (const [id, action] of Object.entries(ACTIONS)) byId(id).addEventListener('click', () => act(action));
byId('review').addEventListener('click', review);
byId('insist').addEventListener('click', () => {
  inquiry.insist();
  show();
});
watchPresence((isPresent) => {
  if (isPresent) inquiry.resume();
  else inquiry.pause();
  show();
});
byId('print-worksheet').addEventListener('click', () => printWorksheet(explorer));

// Arrow keys in the curve and the map move there instead of on the board.
for (const [id, move] of [['curve', ({ key }) => moveInCurve(key, act)], ['map', moveInMap]]) {
  byId(id).addEventListener('keydown', (event) => {
    const { ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !move(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}
byId('map').addEventListener('focusin', ({ target }) => makeReachable(target, byId('map').querySelectorAll('button')));

/** The button for each key, and the announcement while that button is disabled. */
const SHORTCUTS = {
  u: ['undo', 'noUndo'],
  r: ['redo', 'noRedo'],
  n: ['next', 'noBest'],
};
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || target.closest('input, select')) return;
  const [id, idle] = SHORTCUTS[key] ?? [];
  if (id && byId(id).disabled) announce(texts.said[idle]);
  else if (id) byId(id).click();
  else if (board.move(key)) event.preventDefault();
});

byId('settings').addEventListener('change', ({ target }) => {
  acceptTyped(target);
  act((it) => it.set(target.name, target.value));
});

for (const field of ['position', 'transcript']) {
  byId(field).addEventListener('change', ({ target }) => {
    acceptTyped(target);
    if (act((it) => it.openText(field, target.value))) reviewIfNeeded();
  });
}

watchPastes(async (text) => {
  const read = () => solver?.read(text).then(readRecords, ({ message }) => ({ plies: [], error: message }));
  const found = readAnything(text, explorer.root) ?? (await read()) ?? { plies: [], error: texts.error.nothing };
  const game = explorer.plies;
  act((it) => it.openAnything(found));
  if (!explorer.error) byId('anything').value = '';
  if (explorer.plies !== game) reviewIfNeeded();
});

for (const button of document.querySelectorAll('[data-copies]')) {
  button.addEventListener('click', () => copy(button));
}

const moves = byId('moves');
const plyAt = ({ target }) => target.closest('tr')?.querySelector('[data-ply]')?.dataset.ply;
for (const begin of ['pointerover', 'focusin']) moves.addEventListener(begin, (event) => point(plyAt(event)));
for (const end of ['pointerleave', 'focusout']) moves.addEventListener(end, () => point());

document.addEventListener('focusout', () => drawError(explorer));

// If a search has just reported values, the page may have overwritten the new address with that of
// the previous game. The event still has the new one.
addEventListener('hashchange', ({ newURL }) => {
  act((it) => it.open(new URL(newURL).hash));
  reviewIfNeeded();
});

fillTexts();
const began = performance.now();
explorer.estimate(explorer.root);
const took = Math.ceil(performance.now() - began);
const solved = knowledge.solution(explorer.root, explorer.settings).size;
if (solved > 0) byId('solved').textContent = texts.solved(solved, took);
show();
reviewIfNeeded();
