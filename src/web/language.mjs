// The language of the page.

import { english } from './texts/en.mjs';
import { japanese } from './texts/ja.mjs';

/** The texts in each language. */
export const LANGUAGES = { en: english(), ja: japanese() };

/** The texts in the language of the page. */
export let texts = LANGUAGES.en;

/** Changes the language of the page to one that it has. */
export function setLanguage(language) {
  texts = LANGUAGES[language] ?? texts;
}

/** The first of some languages, such as `ja-JP`, that the page has, or else English. */
export function firstKnown(languages) {
  return languages.map((it) => it.split('-')[0]).find((it) => it in LANGUAGES) ?? 'en';
}
