// What a screen reader is told: messages, and what is new in what is shown.

import { byId } from './dom.mjs';

/** A screen reader misses what comes with many other changes, so that it comes later, in milliseconds. */
const DELAY = 250;

let timer;
let message = '';
let shown = {};
let told = {};

/** Has a screen reader say a message. */
export function announce(text) {
  message = text;
  speakSoon();
}

/** Has a screen reader say what is new of what is shown. */
export function announceNews(news) {
  const { error } = news;
  if (error && error !== shown.error) message = error.text;
  shown = news;
  speakSoon();
}

function speakSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    // The curve says itself where it goes.
    const news = document.activeElement === byId('curve') ? [] : newsSince(told);
    speak([message, ...news].filter(Boolean).join(' '));
    message = '';
    told = shown;
  }, DELAY);
}

/** What it has just said a screen reader says again only if it differs, if only by a space. */
function speak(text) {
  const place = byId('announcement');
  if (text) place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

/** All of it where the place is another, and otherwise the value, if that is. */
function newsSince(before) {
  const { board, position, ply, turn, value, worth } = shown;
  const isElsewhere = position !== before.position || turn !== before.turn;
  return [board !== before.board && board, ...(isElsewhere ? [ply, turn, value] : [worth !== before.worth && value])];
}
