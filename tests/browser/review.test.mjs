// Opens pages written by the program with `--html` in Chromium: reviews, worksheets and plans.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { axe, headingsAlone, launch, screenshot, withPage } from './browser.mjs';
import { PROGRAM } from './served.mjs';

let browser;
let folder;
before(async () => {
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), 'review-'));
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Runs a command and returns the URL of the page that it writes. */
function written(...args) {
  const file = join(folder, 'page.html');
  execFileSync(PROGRAM, [...args, '--html', file], { cwd: folder });
  return pathToFileURL(file).href;
}

for (const [name, width, colorScheme] of [['wide', 1280, 'light'], ['narrow', 390, 'dark']]) {
  test(`turning points and their boards, ${name} and ${colorScheme}`, () =>
    withPage(
      browser,
      { address: written('review', 'b1c1d1a1', '--size', '4x4', '--time', '1m'), viewport: { width, height: 844 }, colorScheme },
      async (page) => {
        assert.deepEqual(await page.locator('h3').allTextContents(), [
          '2. White c1, from a win for White to a win for Black',
        ]);
        assert.match(await page.textContent('section p'), /^White c1 loses 16: Black takes the corner d1, and White has nothing better than a1\.$/);
        assert.match(await page.textContent('section p + p'), /^Better was a1, worth \+8 instead of -8 to White\./);
        // Three images: the chart, the move played and the better move.
        const widths = await page.locator('img').evaluateAll((images) => images.map((it) => it.naturalWidth));
        assert.equal(widths.length, 3);
        assert.ok(widths.every((it) => it > 300), `${widths}`);
        assert.equal(await page.locator('tbody tr').count(), 2 + 4);
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(scrollWidth <= width, `${scrollWidth} pixels wide`);
        assert.deepEqual(await axe(page), []);
      },
    ));
}

for (const [name, ...args] of [
  ['review', 'b1c1d1a1', '--size', '4x4', '--time', '1m'],
  ['worksheet', '4x4', '--key'],
  ['solve', '4x4', '--strategy'],
]) {
  for (const language of ['en', 'ja']) {
    test(`on paper and on a phone, ${name} in ${language}`, () => {
      const address = written(name, ...args, '--language', language);
      return withPage(browser, { address, viewport: { width: 320, height: 568 } }, async (page) => {
        assert.equal(await page.getAttribute('html', 'lang'), language);
        assert.deepEqual(await axe(page), []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
        await page.emulateMedia({ media: 'print' });
        await page.setViewportSize({ width: 720, height: 1000 });
        const cut = await page.locator('img').evaluateAll((images) => images.filter((it) => it.getBoundingClientRect().right > innerWidth).length);
        assert.equal(cut, 0);
        await screenshot(page, `paper-${name}-${language}`);
        assert.deepEqual(await headingsAlone(page), []);
      });
    });
  }
}

test('the boards of a plan have coordinates', () =>
  withPage(browser, { address: written('solve', '4x4', '--strategy') }, async (page) => {
    const drawing = decodeURIComponent((await page.getAttribute('img', 'src')).replace(/^[^,]*,/, ''));
    // They are drawn once, with the felt of a board, which every board uses.
    const [felt] = drawing.match(/<g id="felt">.*?<\/g>/s);
    const labels = [...felt.matchAll(/<text[^>]*>\s*(\w)\s*<\/text>/g)].map(([, label]) => label);
    assert.deepEqual(labels, [...'abcd1234']);
    const boards = drawing.match(/<g transform=/g).length;
    assert.ok(boards > 1 && drawing.match(/<use href="#felt"/g).length === boards, `${boards}`);
  }));
