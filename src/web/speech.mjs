// Screen reader announcements: messages, and changes to what the page shows.

import { byId } from './dom.mjs';

/**
 * The delay before speaking, in milliseconds. Screen readers miss text that changes along with much
 * else.
 */
const DELAY = 250;

let timer;
let message = '';
let shown = {};
let told = {};

/** Announces a message. */
export function announce(text) {
  message = text;
  speakSoon();
}

/** Announces what has changed since the last announcement. */
export function announceNews(news) {
  const { error } = news;
  if (error && error !== shown.error) message = error.text;
  shown = news;
  speakSoon();
}

function speakSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    // The curve is a slider and announces its own value.
    const news = document.activeElement === byId('curve') ? [] : newsSince(told);
    speak([message, ...news].filter(Boolean).join(' '));
    message = '';
    told = shown;
  }, DELAY);
}

/** Repeats need a change, even a trailing space: a screen reader does not repeat identical text. */
function speak(text) {
  const place = byId('announcement');
  if (text) place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

/** In a new position, everything; otherwise the value, if it has changed. */
function newsSince(before) {
  const { board, position, ply, turn, value, worth } = shown;
  const isElsewhere = position !== before.position || turn !== before.turn;
  return [board !== before.board && board, ...(isElsewhere ? [ply, turn, value] : [worth !== before.worth && value])];
}
