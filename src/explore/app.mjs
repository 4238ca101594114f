// Joins the explorer to the page.

import { Explorer } from './explorer.mjs';
import { BoardView } from './board.mjs';
import { byId, keepingFocus } from './dom.mjs';
import { drawPanels } from './panels.mjs';
import { counted } from './words.mjs';

/** How long the page waits before it answers, in milliseconds. */
const ANSWER_DELAY = 450;
/** How long a button shows that it has copied, in milliseconds. */
const COPIED_SHOWN = 1500;

const began = performance.now();
const explorer = new Explorer(location.hash);
const positions = explorer.solution.size;
const took = Math.ceil(performance.now() - began);
byId('solved').textContent = `This page has just worked out all ${counted(positions, 'position')} in ${took} ms.`;

const board = new BoardView(byId('board'), (square) => act((it) => it.playOn(square)));
let answering;

/** Makes a change, and shows what came of it. */
function act(change) {
  explorer.error = '';
  change(explorer);
  show();
}

function show() {
  keepingFocus(
    () => {
      board.draw(explorer);
      drawPanels(explorer, act);
    },
    () => board.reachable,
  );
  if (location.hash !== explorer.fragment) history.replaceState(null, '', explorer.fragment);
  clearTimeout(answering);
  if (explorer.answerDue) answering = setTimeout(() => act(playBest), ANSWER_DELAY);
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
byId('board').addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
  if (key in KEYS && !ctrlKey && !metaKey && !altKey) act(ACTIONS[KEYS[key]]);
});

byId('settings').addEventListener('change', ({ target }) => act((it) => it.set(target.name, target.value)));

for (const button of document.querySelectorAll('[data-copies]')) button.addEventListener('click', () => copy(button));

async function copy(button) {
  const field = byId(button.dataset.copies);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Not every browser lets a page that was opened from disk write there.
    document.execCommand('copy');
  }
  byId('announcement').textContent = 'Copied.';
  button.classList.add('copied');
  setTimeout(() => button.classList.remove('copied'), COPIED_SHOWN);
}

addEventListener('hashchange', () => {
  explorer.open(location.hash);
  show();
});

show();
