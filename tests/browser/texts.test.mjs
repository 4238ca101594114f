// The page's texts: each language has all of them, and all are used.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { english } from '../../src/web/texts/en.mjs';
import { japanese } from '../../src/web/texts/ja.mjs';
import { chooseBoard, latinWords, launch, openAt, textOf, withPage } from './browser.mjs';

const html = readFileSync(new URL('../../src/web/page.html', import.meta.url), 'utf8');

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test('page.html uses every text that is written for it, and no other', () => {
  const used = [...html.matchAll(/data-(?:text|label)="(\w+)"/g)].map(([, key]) => key);
  assert.deepEqual([...new Set(used)].sort(), Object.keys(english().page).sort());
});

/** Each text with the path of keys that leads to it. */
function textsIn(texts, path = '') {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'object' ? textsIn(text, `${path}${key}.`) : [[`${path}${key}`, text]],
  );
}

test('each language has every text, and its own', () => {
  const [one, other] = [textsIn(english()), textsIn(japanese())];
  const kinds = (texts) => texts.map(([path, text]) => `${path}: ${typeof text}`);
  assert.deepEqual(kinds(other), kinds(one));
  const shared = one.filter(([, text], n) => text === other[n][1]);
  assert.deepEqual(shared, []);
  // The same markup: the keys, the sample values, the gaps that the page fills in.
  const markup = (text) => `${text}`.match(/<(?!a |em)[^/][^>]*>/g)?.sort();
  one.filter(([path]) => path.startsWith('page.')).forEach(([path, text], n) => {
    assert.deepEqual(markup(other.find(([it]) => it === path)[1]), markup(text), `${path} ${n}`);
  });
});

test('a page in Japanese has no English left, whatever it shows', () =>
  withPage(browser, { locale: 'ja-JP' }, async (page) => {
    assert.equal(await page.getAttribute('html', 'lang'), 'ja');
    assert.equal(await textOf(page, 'turn'), '黒の手番');
    assert.equal(await textOf(page, 'value'), '双方最善なら白の8石勝ち（11対3、空き2マス）。');
    assert.deepEqual(await latinWords(page), []);
    for (const fragment of [
      '#moves=b1a3a4&ply=2',
      '#moves=b1a1a2c1d1a3a4d3',
      '#moves=b1a1a2c1d1a3a4d3pac4',
      '#start=round&moves=b1b1',
      '#objective=fewest&score=empties-to-winner&start=parallel',
      '#position=-----OX--XO-O--- X',
      '#size=8x8&moves=f5d6c3',
      '#size=3x4',
      '#size=4x4',
    ]) {
      await openAt(page, fragment);
      assert.deepEqual(await latinWords(page), [], fragment);
    }
    for (const [id, text] of [['position', 'banana'], ['position', '---- -'], ['position', '--- X'], ['transcript', 'banana'], ['transcript', 'b2'], ['transcript', '(;GM[Othello]B[a1];)']]) {
      await page.fill(`#${id}`, text);
      await page.keyboard.press('Enter');
      assert.notEqual(await textOf(page, `${id}-error`), '');
      assert.deepEqual(await latinWords(page), [], text);
    }
    await chooseBoard(page, 26, 26);
    assert.deepEqual(await latinWords(page), []);
    for (const id of ['edit', 'a1', 'clear', 'done', 'cancel']) {
      await page.click(`#${id}`);
      assert.deepEqual(await latinWords(page), [], id);
    }
  }));

test('the language can be chosen, and is kept', () =>
  withPage(browser, { locale: 'fr', fragment: '#moves=b1' }, async (page) => {
    const shown = async () => [await page.getAttribute('html', 'lang'), await textOf(page, 'turn'), await page.innerText('#undo [data-text]')];
    assert.deepEqual(await shown(), ['en', 'White to move', 'Undo']);
    await page.click('#languages button');
    assert.deepEqual(await shown(), ['ja', '白の手番', '元に戻す']);
    assert.equal(await page.title(), '4×4 オセロ、各手の最終石差');
    await page.reload();
    assert.deepEqual(await shown(), ['ja', '白の手番', '元に戻す']);
    assert.equal(await page.inputValue('#transcript'), 'b1');
    await page.click('#languages button');
    assert.deepEqual(await shown(), ['en', 'White to move', 'Undo']);
  }));
