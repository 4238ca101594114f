// The parts that exist only on paper: a worksheet, which is the board without its values and with lines to write them on,
// and the lesson.

import { legalPlies } from './game.mjs';
import { plyInWords } from './words.mjs';
import { byId, element } from './dom.mjs';

/** Prints the current position as a worksheet. */
export function printWorksheet({ position }) {
  const blank = () => element('td', {});
  const rows = legalPlies(position).map((ply) =>
    element('tr', {}, element('th', { scope: 'row' }, plyInWords(ply)), blank(), blank()),
  );
  byId('worksheet').tBodies[0].replaceChildren(...rows);
  printOnly('worksheet');
}

/** Prints a part of the page that is not shown. */
export function printOnly(part) {
  document.body.dataset.prints = part;
  addEventListener('afterprint', () => delete document.body.dataset.prints, { once: true });
  print();
}
