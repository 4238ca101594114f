// The field for anything: a paste anywhere, a dropped file or text, and Enter.

import { byId } from './dom.mjs';

/** Calls `open` with each text that is pasted, dropped or entered. */
export function watchPastes(open) {
  const field = byId('anything');
  const isElsewhere = ({ target }) => target !== field && target.closest?.('input, textarea');
  const take = (text) => {
    if (!text.trim()) return;
    field.value = text;
    open(text);
  };
  byId('open').addEventListener('submit', (event) => {
    event.preventDefault();
    take(field.value);
  });
  document.addEventListener('paste', (event) => {
    if (isElsewhere(event)) return;
    event.preventDefault();
    take(event.clipboardData.getData('text/plain'));
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    if (isElsewhere(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    take(file ? await file.text() : event.dataTransfer.getData('text/plain'));
  });
}
