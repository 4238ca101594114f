// Joins the explorer to the page.

import { Explorer } from './explorer.mjs';
import { counted } from './words.mjs';
import { byId, keepingFocus } from './dom.mjs';
import { BoardView } from './board.mjs';
import { drawControls, drawHeading } from './heading.mjs';
import { drawGame, drawLine } from './lines.mjs';
import { drawBelow } from './below.mjs';
import { copy, drawCopies, drawSettings } from './forms.mjs';

/** How long the page waits before it answers, in milliseconds. */
const ANSWER_DELAY = 450;

const began = performance.now();
const explorer = new Explorer(location.hash);
explorer.valueOf(explorer.stage);
const positions = counted(explorer.paths().size, 'position');
const took = Math.ceil(performance.now() - began);
byId('solved').textContent = `This page has just solved all ${positions} in ${took} ms.`;

const board = new BoardView(byId('board'), (square) => act((it) => it.playOn(square)));
let answering;

/** Makes a change, and shows what came of it. */
function act(change) {
  explorer.error = '';
  change(explorer);
  show();
}

function show() {
  keepingFocus(draw, () => board.reachable);
  if (location.hash !== explorer.fragment) history.replaceState(null, '', explorer.fragment);
  clearTimeout(answering);
  if (explorer.answerDue) answering = setTimeout(() => act(playBest), ANSWER_DELAY);
}

function draw() {
  const line = explorer.lineFrom(explorer.stage);
  board.draw(explorer);
  drawHeading(explorer, line, act);
  drawControls(explorer);
  drawLine(explorer, line, act);
  drawBelow(explorer, act);
  drawGame(explorer, act);
  drawSettings(explorer);
  drawCopies(explorer);
}

function playBest(it) {
  const [ply] = it.bestPlies(it.stage);
  if (ply) it.play(ply);
}

const ACTIONS = {
  undo: (it) => it.undo(),
  redo: (it) => it.redo(),
  next: playBest,
  restart: (it) => it.restart(),
};
for (const [id, action] of Object.entries(ACTIONS)) byId(id).addEventListener('click', () => act(action));

const KEYS = { u: 'undo', r: 'redo', n: 'next' };
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || target.closest('input, select')) return;
  if (key in KEYS) act(ACTIONS[KEYS[key]]);
  else if (board.move(key)) event.preventDefault();
});

byId('settings').addEventListener('change', ({ target }) => act((it) => it.set(target.name, target.value)));

const FIELDS = {
  position: (it, text) => it.openPosition(text),
  transcript: (it, text) => it.openTranscript(text),
};
for (const [id, open] of Object.entries(FIELDS)) {
  byId(id).addEventListener('change', ({ target }) => act((it) => open(it, target.value)));
}

for (const button of document.querySelectorAll('[data-copies]')) {
  button.addEventListener('click', () => copy(button));
}

addEventListener('hashchange', () => {
  explorer.open(location.hash);
  show();
});

show();
