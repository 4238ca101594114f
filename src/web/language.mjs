// The language of the page.

import { english } from './texts/en.mjs';

/** The texts in the language of the page. */
export const texts = english();

/** Fills in the texts of page.html: `data-text` names the text of an element, `data-label` its label. */
export function fillTexts() {
  for (const it of document.querySelectorAll('[data-text]')) it.innerHTML = texts.page[it.dataset.text];
  for (const it of document.querySelectorAll('[data-label]')) it.ariaLabel = texts.page[it.dataset.label];
}
