// Opens the page that the server hands out, and uses it as people do.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { axe, launch, lineOn, listen, movesOn, screenshot, textOf, withPage } from './browser.mjs';
import { serve, settled } from './served.mjs';

let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(() => Promise.all([browser.close(), server.stop()]));

const solvedBoard = (name) => JSON.parse(readFileSync(new URL(`../../results/${name}.json`, import.meta.url), 'utf8'));
const open = (fragment, use, options = {}) => withPage(browser, { address: server.address, fragment, ...options }, use);

/** What the API says of a position, when its search has ended. */
async function solve(query) {
  for (;;) {
    const response = await fetch(`${server.address}api/v1/solve?${new URLSearchParams({ wait: '10s', ...query })}`);
    if (response.status === 200) return response.json();
    assert.equal(response.status, 202);
  }
}

/** The moves on the board are those that the API says. */
async function assertMoves(page, query) {
  const { value, moves } = await solve(query);
  const shown = await movesOn(page);
  const byName = (one, other) => (one.name < other.name ? -1 : 1);
  const expected = moves.map(({ move, value: of }) => ({ name: move, value: of, best: of === value }));
  assert.deepEqual(shown.sort(byName), expected.sort(byName));
}

test('it begins with 6×6, of which the value is known', () =>
  open('', async (page) => {
    assert.equal(await textOf(page, 'title'), '6×6 Othello');
    assert.match(page.url(), /#size=6x6$/);
    assert.equal(await page.locator('#board button:not([aria-disabled])').count(), 4);
    await screenshot(page, 'served-start');
  }));

const { line } = solvedBoard('6x6');

test('a game of 6×6 is followed to its end, and its curve is level', () =>
  open(`#size=6x6&moves=${line.slice(0, 36)}`, async (page) => {
    await settled(page);
    await assertMoves(page, { size: '6x6', moves: line.slice(0, 36) });
    const rest = await lineOn(page);
    for (const ply of rest) await page.click(ply === 'pass' ? '#pass' : `#${ply}`);
    assert.equal(await textOf(page, 'value'), 'White wins by 4 (16 to 20).');
    await page.waitForFunction(() => document.getElementById('review').hidden);
    assert.match(await page.getAttribute('#curve', 'aria-label'), /no move changed who wins/);

    // The curve is a slider for the keyboard: it goes to any position, and the board's keys are not its.
    await page.focus('#curve');
    const shown = async () => Number(await page.getAttribute('#curve', 'aria-valuenow'));
    const length = await shown();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await shown(), length - 1);
    assert.match(await page.getAttribute('#curve', 'aria-valuetext'), /^\d+\. (Black|White): \w+: White wins by 4$/);
    await page.keyboard.press('Home');
    assert.equal(await page.inputValue('#transcript'), '');
    assert.match(await page.getAttribute('#curve', 'aria-valuetext'), /^Start: White wins by 4$/);
    await page.keyboard.press('End');
    assert.equal(await shown(), length);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'curve');
    await page.locator('#curve .band').nth(2).click();
    assert.equal(await page.inputValue('#transcript'), line.slice(0, 4));
  }));

test('a position of 5×6 is set up and solved', () =>
  open('#size=5x6&moves=c5d3c2b1e2c6a3e4d1a4', async (page) => {
    await page.click('#edit');
    await page.click('#a1');
    await page.click('#e6');
    await page.click('#e6');
    await page.click('#side');
    await page.click('#done');
    await settled(page);
    await assertMoves(page, { size: '5x6', position: await page.inputValue('#position') });
    await screenshot(page, 'served-edited');
  }));

const ENDGAME = 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X';

test('an endgame of 8×8 is solved, and pointing at a move refutes it', () =>
  open('', async (page) => {
    await page.selectOption('[name="score"]', 'empties-to-winner');
    await page.fill('#position', `${ENDGAME}; % FFO 40, value +38`);
    await page.keyboard.press('Enter');
    await page.fill('#transcript', 'a2b1c1b6b7a7c7');
    await page.keyboard.press('Enter');
    await settled(page);
    assert.match(await textOf(page, 'value'), /^With best play: Black wins by 38 /);
    await assertMoves(page, { position: await page.inputValue('#position'), score: 'empties-to-winner' });
    const moves = await movesOn(page);
    const worst = moves.reduce((one, other) => (other.value < one.value ? other : one));
    await page.hover(`#${worst.name}`);
    const text = await textOf(page, 'refutation');
    assert.ok(text.startsWith(`${worst.name} gives away ${38 - worst.value} discs. White answers `), text);
    await screenshot(page, 'served-endgame');
  }));

test('a position that takes long has forecasts, and is left', () =>
  open('#size=8x8&moves=f5d6c3', async (page) => {
    await page.waitForSelector('#board .forecast');
    assert.match(await textOf(page, 'value'), /Forecast, not exact: .*give or take \d/);
    // Until a review is over, which has forecasts too, the search may wait for its turn.
    await page.locator('#progress', { hasText: /^Searching: [\d,]+ positions? searched/ }).waitFor();
    assert.deepEqual(await movesOn(page), [], 'nothing is said to be exact');
    await screenshot(page, 'served-forecast');
    const health = () => fetch(`${server.address}health`).then((response) => response.json());
    assert.ok((await health()).running > 0);
    await page.click('#restart');
    await page.evaluate(() => (location.hash = '#size=4x4'));
    await page.waitForFunction(() => document.title.startsWith('4×4'));
    assert.equal((await movesOn(page)).length, 4);
    for (let tries = 0; (await health()).running > 0; tries += 1) {
      assert.ok(tries < 300, 'the search goes on');
      await page.waitForTimeout(100);
    }
  }));

/** Has the page get forecasts of d6. Each answer is broken off, and the page asks again and gets the next. */
function forecastOfD6(page, next) {
  return page.route('**/api/v1/solve*', (route) => {
    const { margin, value } = next();
    const document = { lower: -64, upper: 64, forecast: { usual_error: margin, moves: [{ move: 'd6', value }] } };
    return route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(document)}\n\n` });
  });
}

test('another margin of a forecast is not announced', () =>
  open('#size=8x8', async (page) => {
    let margin = 5;
    await forecastOfD6(page, () => ({ margin: (margin -= 1), value: 2 }));
    const heard = await listen(page);
    await page.click('#f5');
    const shown = (margin) => page.locator('#value', { hasText: new RegExp(`give or take ${margin}`) }).waitFor();
    await shown(4);
    assert.match((await heard()).at(-1), /^Black: f5\. White to move\. Forecast, not exact: White by 2, give or take 4\.$/);
    await shown(3);
    assert.deepEqual(await heard(), []);
  }));

test('what is being typed stays while a search tells more', () =>
  open('#size=8x8', async (page) => {
    let value = 0;
    await forecastOfD6(page, () => ({ margin: 4, value: (value += 1) }));
    await page.click('#f5');
    const shown = () => textOf(page, 'value');
    for (const field of ['transcript', 'position', 'width']) {
      const [before, text] = [await shown(), field === 'width' ? '1' : 'f5f'];
      await page.fill(`#${field}`, text);
      await page.waitForFunction((before) => document.getElementById('value').textContent !== before, before);
      assert.equal(await page.inputValue(`#${field}`), text);
    }
    await page.fill('#transcript', 'F5 D6');
    await page.keyboard.press('Enter');
    assert.equal(await page.inputValue('#transcript'), 'f5d6', 'what was read is shown as the page writes it');
  }));

test('another game ends the review', () =>
  open('#size=8x8', async (page) => {
    await page.route('**/api/v1/review', () => {});
    const reviewed = page.waitForRequest('**/api/v1/review');
    await page.fill('#transcript', 'f5d6c3');
    await page.keyboard.press('Enter');
    await reviewed;
    const left = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/review'));
    await page.evaluate(() => (location.hash = '#size=4x4'));
    await left;
    assert.equal(await textOf(page, 'progress'), '');
  }));

test('a whole game is reviewed', () =>
  open('', async (page) => {
    await page.fill('#transcript', '(;GM[Othello]BO[5 ------OX---XO------------ *]B[d3]W[d2]B[a1]W[c4]B[b5]W[a2];)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#curve .point');
    await page.waitForFunction(() => document.getElementById('review').hidden);
    assert.equal(await page.locator('#curve .point.exact').count(), 7);
    await screenshot(page, 'served-review');
  }));

test('what a review only forecasts says how far off that usually is', () =>
  open('#size=8x8&moves=f5d6c3', async (page) => {
    await page.waitForFunction(() => document.querySelectorAll('#curve .point').length === 4);
    const forecasts = await page.locator('#curve .point.forecast').count();
    const heights = await page.locator('#curve .margin').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height));
    assert.ok(forecasts > 1 && heights.length === forecasts && heights.every((height) => height > 10), `${heights}`);
    const titles = await page.locator('#curve .band title').evaluateAll((all) => all.map((it) => it.textContent));
    for (const title of titles) assert.match(title, /give or take \d/);
    await screenshot(page, 'served-forecast-review');
  }));

test('a game is played by taps', () =>
  open(
    `#size=6x6&moves=${line.slice(0, 40)}`,
    async (page) => {
      await settled(page);
      for (;;) {
        const ply = await lineOn(page).then(([first]) => first);
        if (ply === undefined) break;
        const played = await page.locator('#game button').count();
        await page.tap(ply === 'pass' ? '#pass' : `#${ply}`);
        await page.waitForFunction((played) => document.querySelectorAll('#game button').length > played, played);
      }
      assert.equal(await textOf(page, 'value'), 'White wins by 4 (16 to 20).');
      await page.tap('#undo');
      await page.tap('#game li:nth-child(3) button');
      assert.equal(await page.inputValue('#transcript'), line.slice(0, 4));
      // What a move costs is told without a pointer that hovers: in the table of moves.
      assert.ok((await page.locator('#moves tbody tr').count()) > 0);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    },
    { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  ));

test('the program plays perfectly out of the opening', () =>
  open('#size=6x6&answer=white', async (page) => {
    const heard = await listen(page);
    await page.click('#c2');
    await page.waitForFunction(() => document.querySelectorAll('#game button').length === 3);
    assert.equal(await page.inputValue('#transcript'), line.slice(0, 4));
    // A screen reader is told each move and what it is worth, and nothing twice.
    const said = await heard();
    assert.match(said.at(-2), /^Black: c2\. White to move\. With best play: White wins by 4/);
    assert.match(said.at(-1), /^White: b4\. Black to move\. With best play: White wins by 4/);
    assert.ok(said.every((text, n) => text !== said[n - 1]), `${said}`);
    // The table knows values before it knows the lines: none of these moves ends the game.
    assert.ok(!(await page.locator('#moves td.line').allTextContents()).includes('the end'));
  }));

test('the program plays', () =>
  open(`#size=6x6&moves=${line.slice(0, 40)}&answer=black&level=beginner`, async (page) => {
    await page.waitForFunction(() => document.querySelectorAll('#game button').length === 22);
  }));

test('the server goes away and comes back', async () => {
  const other = await serve();
  const { port } = new URL(other.address);
  // What the browser itself says of a connection that fails cannot be helped.
  const ignores = /Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING/;
  await withPage(browser, { address: other.address, fragment: `#size=6x6&moves=${line.slice(0, 40)}`, ignores }, async (page) => {
    await settled(page);
    await other.stop();
    await page.click('#undo');
    await page.click('#undo');
    await page.waitForSelector('#progress[data-state="lost"]');
    assert.match(await textOf(page, 'progress'), /The server does not answer/);
    await screenshot(page, 'served-lost');
    await page.click('#redo');
    await page.click('#redo');
    assert.ok((await movesOn(page)).length > 0, 'what was known still is');
    await page.click('#undo');
    await page.click('#undo');
    const again = await serve({ port });
    try {
      await settled(page);
      assert.ok((await movesOn(page)).length > 0);
    } finally {
      await again.stop();
    }
  });
});

for (const [size, width] of [['phone', 390], ['desktop', 1280]]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`accessible with values, bounds and forecasts: ${size}, ${colorScheme}`, async () => {
      const fragments = {
        exact: `#size=6x6&moves=${line.slice(0, 36)}`,
        forecast: '#size=8x8&moves=f5d6c3',
      };
      for (const [name, fragment] of Object.entries(fragments)) {
        await open(fragment, async (page) => {
          await page.waitForSelector(`#board .${name}`);
          assert.deepEqual(await axe(page), []);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
          await screenshot(page, `served-${size}-${colorScheme}-${name}`);
        }, { colorScheme, viewport: { width, height: 900 } });
      }
    });
  }
}
