// Connects the explorer to the page.

import { setLanguage, texts } from './language.mjs';
import { preferences, prefer } from './preferences.mjs';
import { readPosition, readSize } from './notation.mjs';
import { Knowledge } from './knowledge.mjs';
import { Explorer } from './explorer.mjs';
import { Server } from './server.mjs';
import { BrowserSolver } from './browser-solver.mjs';
import { Inquiry } from './inquiry.mjs';
import { choose } from './opponent.mjs';
import { isExact, likely } from './estimate.mjs';
import { refutationInWords } from './words.mjs';
import { acceptTyped, byId, fillTexts, keepingFocus, makeReachable, moveInList, setAttribute } from './dom.mjs';
import { announce } from './speech.mjs';
import { watchPresence } from './presence.mjs';
import { BoardView } from './board.mjs';
import { drawControls, drawHeading, drawProgress, drawTitle } from './heading.mjs';
import { drawBranches, drawGame, drawLine } from './lines.mjs';
import { drawCurve, moveInCurve } from './curve.mjs';
import { drawMoves } from './moves.mjs';
import { moveInMap } from './map.mjs';
import { copy, drawBoards, drawCopies, drawError, drawLanguages, drawSettings, share } from './forms.mjs';
import { Planner, drawPlan } from './planner.mjs';
import { watchPastes } from './paste.mjs';
import { printOnly, printWorksheet } from './worksheet.mjs';
import { watchTabs } from './tabs.mjs';

/** The delay before the computer moves when it knows the value of each move, in milliseconds. */
const ANSWER_DELAY = 450;

/** The maximum wait for better values than forecasts. */
const ANSWER_PATIENCE = 1000;

/** The maximum wait for forecasts. */
const FORECAST_PATIENCE = 5000;

/** The longest that perfect play waits for a value expected within that time. */
const PERFECT_PATIENCE = 60_000;

/** The first board shown when there is a solver for every board. */
const FIRST_SERVED = '6x6';

/** The first board shown by a page that solves only small ones. */
const FIRST_SOLVED = '4x4';

// A server names its API, and a site without a server its worker. A single file has the worker's script in it, or none.
const { api, worker = ownWorker() } = document.documentElement.dataset;
const solver = api ? new Server(api) : worker ? new BrowserSolver(worker) : undefined;
document.body.dataset.solver = solver ? 'yes' : 'no';
const knowledge = new Knowledge();
learnFirst();
const explorer = new Explorer(location.hash, knowledge, solver ? FIRST_SERVED : FIRST_SOLVED);
const inquiry = new Inquiry(solver, knowledge, (isAboutValues) =>
  requestAnimationFrame(isAboutValues ? show : () => drawProgress(explorer, inquiry)),
);
const planner = new Planner(solver, knowledge, () => requestAnimationFrame(show));
const board = new BoardView(byId('board'), chooseSquare, point, paint);
let pointed;
let tapped;
let answering;
let waitingSince;
// The content for the squares that the pointer is dragged over.
let painted;
// The address as this page wrote it last. Another one was opened by the user.
let written;

/** The address of a worker whose script is part of the page. */
function ownWorker() {
  const script = byId('worker')?.textContent;
  return script && URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}

/** Learns the values of the first board, if the page includes them, so that they need no solver. */
function learnFirst() {
  const values = byId('first-values');
  if (!values) return;
  const document = JSON.parse(values.textContent);
  const { position } = readPosition(document.position, readSize(document.size));
  knowledge.learn(position, document, document);
}

/**
 * Makes a change and redraws the page. If the change `isStep`, the browser's back button returns to the game before it.
 * Returns whether the game has changed.
 */
function act(change, isStep = true) {
  explorer.error = explorer.note = undefined;
  const game = explorer.plies;
  waitingSince = undefined;
  change(explorer);
  show(isStep && !explorer.isEdited);
  return explorer.plies !== game;
}

/**
 * Plays on a square, or at the first of two taps shows the move there. While setting up a position,
 * changes the square's content and announces that.
 */
function chooseSquare(square, { currentTarget, detail }) {
  const { id } = currentTarget;
  // Keys need no second press, because the focus already shows the move.
  const isFirst = detail > 0 && preferences.taps === 'second' && tapped !== id && explorer.moves.has(id);
  tapped = isFirst && !explorer.isEdited ? id : undefined;
  if (tapped) {
    point(id);
    announce(byId('refutation').textContent);
    return;
  }
  act((it) => it.choose(square));
  if (explorer.isEdited) announce(texts.sentence(currentTarget.ariaLabel));
}

/** Gives the squares that the pointer is dragged over the same content, while a position is set up. */
function paint(from, to) {
  if (!explorer.isEdited) return;
  if (painted === undefined) painted = explorer.contentAt(from);
  act((it) => it.paint([from, to], painted));
}

/** Redraws the page, and keeps its address up to date: by a step in the browser's history if the game `isOther`. */
function show(isOther = false) {
  if (!explorer.moves.has(tapped)) tapped = undefined;
  keepingFocus(draw, () => board.reachable);
  keepAddress(isOther);
  inquiry.leaveGame(explorer.root);
  if (explorer.isEdited) inquiry.stop();
  else inquiry.ask(explorer.position, explorer.settings);
  drawProgress(explorer, inquiry);
  planAnswer();
}

function keepAddress(isOther) {
  const { fragment } = explorer;
  if (fragment === written) return;
  const isStep = isOther && written !== undefined && gameIn(fragment) !== gameIn(written);
  written = fragment;
  try {
    history[isStep ? 'pushState' : 'replaceState'](null, '', fragment);
  } catch {
    // Some browsers limit the steps within a few seconds. The next one will have this game.
  }
}

/** The part of a fragment that is about the game, and not about how it is shown. */
function gameIn(fragment) {
  return fragment.replace(/&(answer|level|values)=[^&]*/g, '');
}

function draw() {
  const line = explorer.line;
  planner.keepFor(explorer);
  board.draw(explorer, planner.plyFor(explorer));
  drawTitle(explorer);
  drawBoards(explorer, act);
  drawHeading(explorer, line, act, planner.resultOf(explorer));
  drawControls(explorer);
  drawLine(explorer, line, act);
  drawMoves(explorer, act);
  drawGame(explorer, act);
  drawBranches(explorer, act);
  drawCurve(explorer, act);
  drawPlan(planner, explorer, act);
  drawSettings(explorer);
  for (const [key, [id]] of Object.entries(SHORTCUTS)) setAttribute(byId(id), 'aria-keyshortcuts', preferences.letters === 'on' && key);
  drawCopies(explorer);
  drawError(explorer);
  point(pointed);
}

/** Shows the discs that a ply flips and its refutation, or clears both. */
function point(ply) {
  pointed = ply;
  const { position } = explorer;
  const isLegal = ply !== undefined && !explorer.isEdited && explorer.moves.has(ply);
  const isShown = isLegal && explorer.settings.values !== 'hidden';
  const reply = isShown ? explorer.replyTo(ply) : undefined;
  board.mark(position, isLegal ? ply : undefined, reply, tapped);
  const parts = isShown ? [refutationInWords(position, ply, explorer.moves.get(ply), explorer.costOf(ply), reply)] : [];
  if (isLegal && ply === tapped) parts.push(texts.tapAgain(ply));
  byId('refutation').textContent = texts.sentences(parts);
}

/** On the computer's turn, moves once enough is known or the wait is over. */
function planAnswer() {
  clearTimeout(answering);
  if (!explorer.answerDue) return;
  waitingSince ??= performance.now();
  const isPerfect = explorer.settings.level === 'perfect';
  const isComplete = knowledge.isComplete(explorer.position, explorer.settings) || inquiry.state === 'none';
  const hasForecasts = [...explorer.moves.values()].every((estimate) => likely(estimate) !== undefined);
  const knows = planner.plyFor(explorer) || isComplete || (isPerfect ? explorer.bestPlies.length > 0 : hasForecasts);
  const isSoonKnown = isPerfect && (inquiry.latest?.seconds_left ?? Infinity) * 1000 < PERFECT_PATIENCE;
  // A search without a forecast after a second has none: the board has no evaluation.
  const isForecastDue = !hasForecasts && !(inquiry.latest?.seconds >= 1);
  const patience = isSoonKnown ? PERFECT_PATIENCE : isForecastDue ? FORECAST_PATIENCE : ANSWER_PATIENCE;
  if (knows) answering = setTimeout(() => act(answer, false), ANSWER_DELAY);
  else if (performance.now() - waitingSince >= patience) act(answer, false);
  else answering = setTimeout(planAnswer, ANSWER_DELAY);
}

/** Plays the computer's move, from the plan if there is one. */
function answer(it) {
  const planned = planner.plyFor(it);
  if (planned) return it.answer(planned, false);
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
  first: (it) => it.goTo(0),
  back: (it) => it.goTo(it.ply - 1),
  forward: (it) => it.goTo(it.ply + 1),
  last: (it) => it.goTo(it.plies.length),
  undo: (it) => it.undo(),
  redo: (it) => it.redo(),
  next: playBest,
  restart: (it) => it.restart(),
  edit: (it) => it.edit(),
  side: (it) => it.changeSide(),
  clear: (it) => it.clear(),
  cancel: (it) => it.cancelEdit(),
  done: (it) => it.endEdit(),
  guess: (it) => it.set('values', it.settings.values === 'hidden' ? 'shown' : 'hidden'),
};
for (const [id, action] of Object.entries(ACTIONS)) byId(id).addEventListener('click', () => act(action));
for (const brush of byId('brushes').children) brush.addEventListener('click', () => act((it) => (it.brush = brush.value)));
addEventListener('pointerup', () => (painted = undefined));
byId('review').addEventListener('click', review);
for (const [id, choose] of [['insist', () => inquiry.insist()], ['stop', () => inquiry.giveUp()]]) {
  byId(id).addEventListener('click', () => {
    choose();
    show();
  });
}
watchPresence((isPresent) => {
  if (isPresent) inquiry.resume();
  else inquiry.pause();
  show();
});
byId('print-worksheet').addEventListener('click', () => printWorksheet(explorer));
for (const kind of ['plan', 'pupils', 'answers']) {
  byId(`print-${kind}`).addEventListener('click', async () => {
    const { fillLesson } = await import('./lesson.mjs');
    fillLesson(kind, knowledge);
    printOnly('lesson');
  });
}

// Arrow keys move in the part that has the focus, and scroll the page elsewhere.
const MOVERS = {
  board: (event) => board.move(event),
  curve: ({ key }) => moveInCurve(key, act),
  map: moveInMap,
  line: moveInList,
  worst: moveInList,
  game: moveInList,
};
for (const [id, move] of Object.entries(MOVERS)) {
  byId(id).addEventListener('keydown', (event) => {
    const { ctrlKey, metaKey, altKey } = event;
    if (!ctrlKey && !metaKey && !altKey && move(event)) event.preventDefault();
  });
}
for (const id of ['map', 'line', 'worst', 'game']) {
  byId(id).addEventListener('focusin', ({ target }) => makeReachable(target, byId(id).querySelectorAll('button')));
}

/** The button for each letter, and the announcement if that button is disabled. */
const SHORTCUTS = {
  u: ['undo', 'noUndo'],
  r: ['redo', 'noRedo'],
  n: ['next', 'noBest'],
};
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isTyping = ctrlKey || metaKey || altKey || target.closest('input, select');
  const [id, idle] = SHORTCUTS[key] ?? [];
  if (isTyping || !id || preferences.letters === 'off') return;
  if (byId(id).disabled) announce(texts.said[idle]);
  else byId(id).click();
});

document.addEventListener('change', ({ target: { name, value, form } }) => {
  if (form !== byId('settings')) return;
  if (name in preferences) prefer(name, value);
  act((it) => name in it.settings && it.set(name, value));
});

byId('size').addEventListener('submit', (event) => {
  event.preventDefault();
  act((it) => it.resize(`${byId('width').value}x${byId('height').value}`));
  if (explorer.error) return;
  byId('other').open = false;
  byId('other').firstElementChild.focus();
});

function chooseLanguage(language) {
  prefer('language', language);
  useLanguage();
  act(() => {});
}

function useLanguage() {
  setLanguage(preferences.language);
  fillTexts();
  drawLanguages(chooseLanguage);
}

for (const field of ['position', 'transcript']) {
  byId(field).addEventListener('change', ({ target }) => {
    acceptTyped(target);
    if (act((it) => it.openText(field, target.value))) reviewIfNeeded();
  });
}

async function openAnything(text) {
  const { readAnything, readRecords } = await import('./reading.mjs');
  const own = readAnything(text, explorer.root);
  // In several lines, what seems to be a mistake may be another game, which a solver can tell.
  const isSure = own && !(own.error && text.trim().includes('\n'));
  const read = !isSure && (await solver?.read(text).then(readRecords, ({ message }) => ({ plies: [], error: message })));
  const found = (read?.error ? own : read) || own || read || { plies: [], error: texts.error.nothing };
  const game = explorer.plies;
  act((it) => it.openAnything(found));
  if (explorer.note) announce(explorer.note);
  if (!explorer.error) byId('anything').value = '';
  if (explorer.plies !== game) reviewIfNeeded();
}
watchPastes((text) => openAnything(text).catch(({ message }) => act((it) => (it.error = { field: 'anything', text: message }))));

for (const button of document.querySelectorAll('[data-copies]')) {
  button.addEventListener('click', () => (button.id === 'share' ? share : copy)(button));
}

const moves = byId('moves');
const plyAt = ({ target }) => target.closest('tr')?.querySelector('[data-ply]')?.dataset.ply;
for (const begin of ['pointerover', 'focusin']) moves.addEventListener(begin, (event) => point(plyAt(event)));
for (const end of ['pointerleave', 'focusout']) moves.addEventListener(end, () => point());

document.addEventListener('focusout', () => drawError(explorer));

// Back, forward, and an address that was typed or followed.
addEventListener('hashchange', ({ newURL }) => {
  const { hash } = new URL(newURL);
  if (hash === written) return;
  written = hash;
  act((it) => it.open(hash), false);
  reviewIfNeeded();
});

useLanguage();
watchTabs();
const scroller = byId('scroller');
new ResizeObserver(() => {
  byId('scrolls').hidden = scroller.scrollWidth <= scroller.clientWidth;
  drawCurve(explorer, act);
}).observe(scroller);
const began = performance.now();
explorer.estimate(explorer.root);
const took = Math.ceil(performance.now() - began);
const solved = knowledge.solution(explorer.root, explorer.settings).size;
if (solved > 0) byId('solved').textContent = texts.solved(solved, took);
show();
reviewIfNeeded();
