// Opens the page from the server, and uses it as a person would.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
  assertLongSearchStops, assertMovesMatch, assertSolverReads, axe, latinWords, launch, lineOn, listen, movesOn, screenshot, setUp5x6, textOf, untilRunning,
  withPage,
} from './browser.mjs';
import { serve, settled } from './served.mjs';

let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(() => Promise.all([browser.close(), server.stop()]));

const solvedBoard = (name) => JSON.parse(readFileSync(new URL(`../../results/${name}.json`, import.meta.url), 'utf8'));
const open = (fragment, use, options = {}) => withPage(browser, { address: server.address, fragment, ...options }, use);

const assertMoves = (page, query) => assertMovesMatch(page, server.address, query);

test('the page opens on 6×6, whose value is known', () =>
  open('', async (page) => {
    assert.equal(await textOf(page, 'title'), '6×6 Othello');
    assert.match(page.url(), /#size=6x6$/);
    assert.equal(await page.locator('#board button:not([aria-disabled])').count(), 4);
    await screenshot(page, 'served-start');
  }));

const { line } = solvedBoard('6x6');

test('best play on 6×6 is followed to the end, and its curve is level', () =>
  open(`#size=6x6&moves=${line.slice(0, 36)}`, async (page) => {
    await settled(page);
    await assertMoves(page, { size: '6x6', moves: line.slice(0, 36) });
    const rest = await lineOn(page);
    for (const ply of rest) await page.click(ply === 'pass' ? '#pass' : `#${ply}`);
    assert.equal(await textOf(page, 'value'), 'White wins by 4 (20 to 16).');
    await page.waitForFunction(() => document.getElementById('review-tools').hidden);
    assert.match(await page.getAttribute('#curve', 'aria-label'), /no move changed the outcome/);

    // For the keyboard, the curve is a slider: its keys reach any position, and do not move on the
    // board.
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

for (const [width, height] of [[1280, 900], [390, 844]]) {
  test(`nothing moves while a game is played by clicks at the same places, ${width} pixels wide`, () =>
    open(
      `#size=6x6&moves=${line.slice(0, 24)}&ply=0`,
      async (page) => {
        await page.waitForFunction(() => document.querySelector('#c2 .exact'));
        await page.evaluate(() => {
          globalThis.shifted = [];
          const observe = (list) => shifted.push(...list.getEntries().map(({ value, sources }) => {
            const names = sources.map(({ node }) => node?.id || node?.className || node?.nodeName);
            return { value, names: names.join(' ') };
          }));
          new PerformanceObserver(observe).observe({ type: 'layout-shift', buffered: false });
        });
        const middle = async (selector) => {
          const { x, y, width, height } = await page.locator(selector).first().boundingBox();
          return [x + width / 2, y + height / 2];
        };
        const clickFor = async (selector, plies) => {
          await page.locator(selector).first().scrollIntoViewIfNeeded();
          const place = await middle(selector);
          for (const ply of plies) {
            await page.mouse.click(...place);
            const current = () => page.evaluate(() => document.querySelector('#game [aria-current] .place')?.dataset.drawn);
            assert.equal(await current(), `${ply}`);
            if (ply === 12) await settled(page);
          }
        };
        const plies = Array.from({ length: 33 }, (_, ply) => ply);
        await clickFor('#forward', plies.slice(1, 13));
        const best = await lineOn(page);
        await clickFor('#line button', plies.slice(13, 33));
        const written = best.map((ply) => (ply === 'pass' ? 'pa' : ply)).join('');
        assert.ok(`${line.slice(0, 24)}${written}`.startsWith(await page.inputValue('#transcript')));
        await clickFor('#undo', plies.slice(12, 32).reverse());
        const shifts = await page.evaluate(() => shifted);
        const sum = shifts.reduce((sum, { value }) => sum + value, 0);
        console.log(`layout shift: ${sum.toFixed(3)}`);
        assert.ok(sum < 0.1, JSON.stringify(shifts.toSorted((one, other) => other.value - one.value).slice(0, 9)));
      },
      { viewport: { width, height } },
    ));
}

test('a position of 5×6 is set up and solved', () =>
  open('#size=5x6&moves=c5d3c2b1e2c6a3e4d1a4', async (page) => {
    await setUp5x6(page);
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
    assert.match(await textOf(page, 'value'), /^With best play, Black wins by 38 /);
    await assertMoves(page, { position: await page.inputValue('#position'), score: 'empties-to-winner' });
    const moves = await movesOn(page);
    const worst = moves.reduce((one, other) => (other.value < one.value ? other : one));
    await page.hover(`#${worst.name}`);
    const text = await textOf(page, 'refutation');
    assert.ok(text.startsWith(`${worst.name} loses ${38 - worst.value} discs. White answers with `), text);
    await screenshot(page, 'served-endgame');
  }));

/** The number of searches that the server runs. */
const running = async () => (await fetch(`${server.address}health`).then((response) => response.json())).running;

test('a slow position shows forecasts, and leaving it stops the search', () =>
  open('#size=8x8&moves=f5d6c3', async (page) => {
    await page.waitForSelector('#board .forecast');
    assert.match(await textOf(page, 'value'), /Forecast: .*give or take \d/);
    // A review also gives forecasts, and the search may have to wait until it is over.
    await page.locator('#progress', { hasText: /^Searching: [\d,]+ positions? so far/ }).waitFor();
    assert.deepEqual(await movesOn(page), [], 'no value is shown as exact');
    await screenshot(page, 'served-forecast');
    // Otherwise it would stop by itself.
    await page.click('#insist');
    await untilRunning(page, true, running);
    await page.click('#restart');
    await page.evaluate(() => (location.hash = '#size=4x4'));
    await page.waitForFunction(() => document.title.startsWith('4×4'));
    assert.equal((await movesOn(page)).length, 4);
    await untilRunning(page, false, running);
  }));

test('a search stops if it takes too long or the page is not used', () =>
  open('#size=8x8', (page) => assertLongSearchStops(page, running)));

test('the computer plays by forecasts, and marks its moves', () =>
  open('#size=8x8&answer=white&level=strong', async (page) => {
    await page.click('#f5');
    await page.waitForFunction(() => document.querySelectorAll('#game button').length === 3);
    assert.match(await page.locator('#game button').last().getAttribute('aria-label'), /^2\. White: \w\d, by forecast$/);
    assert.match(await page.locator('#game button').last().innerText(), /≈/);
    await page.click('#restart');
    await page.click('#d3');
    assert.doesNotMatch(await page.locator('#game button').last().innerText(), /≈/);
  }));

/**
 * Serves the page forecasts of d6. Each response is cut off after one document, so the page retries
 * and gets the next.
 */
function forecastOfD6(page, next) {
  return page.route('**/api/v1/solve*', (route) => {
    const { margin, value } = next();
    const [bounds, forecast] = [{ lower: -64, upper: 64 }, { usual_error: margin, moves: [{ move: 'd6', value }] }];
    const document = { ...bounds, forecast, moves: [{ move: 'd6', ...bounds }] };
    return route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(document)}\n\n` });
  });
}

test('a change in a forecast’s error alone is not announced', () =>
  open('#size=8x8', async (page) => {
    let margin = 5;
    await forecastOfD6(page, () => ({ margin: (margin -= 1), value: 2 }));
    const heard = await listen(page);
    await page.click('#f5');
    const shown = (margin) => page.locator('#value', { hasText: new RegExp(`give or take ${margin}`) }).waitFor();
    await shown(4);
    // A slow page announces the move first, and then the forecast.
    await page.waitForFunction(() => globalThis.heard.join(' ').endsWith('give or take 4.'));
    assert.match((await heard()).join(' '), /Black: f5\. White to move\. Forecast: White by 2, give or take 4\.$/);
    await shown(3);
    assert.deepEqual(await heard(), []);
  }));

test('what only the solver can read is opened, too', () => open('', assertSolverReads));

test('a click that begins before values arrive and ends after them is not lost', () =>
  open('#size=8x8&moves=f5', async (page) => {
    let value = 0;
    await forecastOfD6(page, () => ({ margin: 4, value: (value += 1) }));
    const row = (ply) => page.locator(`#moves [data-ply="${ply}"]`);
    const change = async () => {
      const before = await textOf(page, 'value');
      await page.waitForFunction((before) => document.getElementById('value').textContent !== before, before);
    };
    await page.reload();
    await row('f6').hover();
    await page.mouse.down();
    const band = await page.$('#curve .band:last-child');
    await change();
    await page.mouse.up();
    assert.equal(await page.inputValue('#transcript'), 'f5f6');
    assert.ok(await band.evaluate((it) => it.isConnected));
  }));

test('forecasts fit the squares of a small screen', () =>
  open(
    '#size=8x8&moves=f5',
    async (page) => {
      await forecastOfD6(page, () => ({ margin: 4, value: -48 }));
      await page.reload();
      await page.waitForSelector('#board .forecast');
      assert.equal(await page.textContent('#d6'), '≈−48');
      const inside = await page.evaluate(() => {
        const [inner, outer] = ['#d6 .value', '#d6'].map((it) => document.querySelector(it).getBoundingClientRect());
        return inner.left >= outer.left && inner.right <= outer.right;
      });
      assert.ok(inside);
    },
    { viewport: { width: 320, height: 568 } },
  ));

test('a search does not overwrite text being typed', () =>
  open('#size=8x8', async (page) => {
    let value = 0;
    await forecastOfD6(page, () => ({ margin: 4, value: (value += 1) }));
    await page.click('#f5');
    const shown = () => textOf(page, 'value');
    await page.click('#other summary');
    for (const field of ['transcript', 'position', 'width']) {
      const [before, text] = [await shown(), field === 'width' ? '1' : 'f5f'];
      await page.fill(`#${field}`, text);
      await page.waitForFunction((before) => document.getElementById('value').textContent !== before, before);
      assert.equal(await page.inputValue(`#${field}`), text);
    }
    await page.fill('#transcript', 'F5 D6');
    await page.keyboard.press('Enter');
    assert.equal(await page.inputValue('#transcript'), 'f5d6', 'accepted text is shown in the page’s own notation');
  }));

test('searches and reviews are in Japanese too', () =>
  open(
    '#size=8x8&moves=f5d6c3',
    async (page) => {
      await page.waitForSelector('#board .forecast');
      assert.match(await textOf(page, 'value'), /^予測：[黒白]の\d+石勝ち、誤差±\d+(\.\d)?石程度。$/);
      await page.locator('#progress', { hasText: /^探索中：[\d,]+局面/ }).waitFor();
      await page.waitForFunction(() => document.querySelectorAll('#curve .point').length === 4);
      assert.deepEqual(await latinWords(page), []);
    },
    { locale: 'ja' },
  ));

test('opening another game cancels the review', () =>
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
    await page.waitForFunction(() => document.getElementById('review-tools').hidden);
    assert.equal(await page.locator('#curve .point.exact').count(), 7);
    await screenshot(page, 'served-review');
  }));

test('a review lists the worst moves, totals the losses and can go deeper', () =>
  open('', async (page) => {
    const times = [];
    const forecast = { basis: 'forecast', depth: 8, usual_error: 6 };
    // From the point of view of the player of each move.
    const moves = [
      { move: 'f5', value: 0, best_value: 0, best_move: 'f5', lost: 0, ...forecast },
      { move: 'd6', value: 1, best_value: 5, best_move: 'f6', lost: 4, ...forecast },
      { move: 'c3', value: -7, best_value: 3, best_move: 'f4', lost: 10, ...forecast },
      { move: 'd3', value: 7, best_value: 7, best_move: 'd3', lost: 0, basis: 'exact' },
      { move: 'c4', value: -12, best_value: -7, best_move: 'f4', lost: 5, basis: 'exact', line: 'b3c5' },
      { move: 'b3', value: 10, best_value: 12, best_move: 'c5', lost: 2, basis: 'exact' },
    ];
    await page.route('**/api/v1/review', (route) => {
      times.push(route.request().postDataJSON().time);
      return route.fulfill({ contentType: 'application/json', body: JSON.stringify({ moves }) });
    });
    await page.evaluate(() => (location.hash = '#size=8x8&moves=f5d6c3d3c4b3'));
    await page.locator('#worst button').first().waitFor();
    assert.equal(await textOf(page, 'totals'), 'Lost discs: Black ≈15, White ≈6. The worst moves:');
    assert.deepEqual(await page.locator('#worst li').allTextContents(), [
      '3. Black c3 lost ≈10 discs and changed the outcome. Better: f4.',
      '5. Black c4 lost 5 discs. White answers with b3. Better: f4.',
      '2. White d6 lost ≈4 discs. Better: f6.',
    ]);
    assert.equal(await page.locator('#game .turned').getAttribute('aria-label'), '3. Black: c3, lost ≈10 discs, changed the outcome');
    assert.equal(await page.locator('#game .lost').nth(1).getAttribute('data-drawn'), '≈−10');
    await page.selectOption('#review-time', '20');
    assert.equal(await textOf(page, 'review'), 'Analyse deeper');
    await page.click('#review');
    await page.waitForFunction(() => !document.getElementById('review').disabled);
    assert.deepEqual(times, ['5s', '20s']);
    await page.locator('#worst button').first().click();
    assert.equal(await page.inputValue('#transcript'), 'f5d6');
    assert.deepEqual(await axe(page), []);
    await screenshot(page, 'served-worst');
  }));

test('forecasts in a review show their typical error', () =>
  open('#size=8x8&moves=f5d6c3', async (page) => {
    await page.waitForFunction(() => document.querySelectorAll('#curve .point').length === 4);
    const forecasts = await page.locator('#curve .point.forecast').count();
    const heights = await page.locator('#curve .margin').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height));
    assert.ok(forecasts > 1 && heights.length === forecasts && heights.every((height) => height > 10), `${heights}`);
    const titles = await page.locator('#curve .band title').evaluateAll((all) => all.map((it) => it.textContent));
    for (const title of titles) assert.match(title, /give or take \d/);
    await screenshot(page, 'served-forecast-review');
  }));

test('a game can be played by tapping', () =>
  open(
    `#size=6x6&moves=${line.slice(0, 40)}`,
    async (page) => {
      await settled(page);
      for (;;) {
        const ply = await lineOn(page).then(([first]) => first);
        if (ply === undefined) break;
        const played = await page.locator('#game button').count();
        await page.tap(ply === 'pass' ? '#pass' : `#${ply}`);
        if (ply !== 'pass') {
          // The first tap shows the move, the second one plays it.
          assert.match(await textOf(page, 'refutation'), new RegExp(`^${ply} is a best move\\..*Tap ${ply} again`));
          assert.equal(await page.locator('#game button').count(), played);
          await page.tap(`#${ply}`);
        }
        await page.waitForFunction((played) => document.querySelectorAll('#game button').length > played, played);
      }
      assert.equal(await textOf(page, 'value'), 'White wins by 4 (20 to 16).');
      await page.tap('#undo');
      await page.tap('#game li:nth-child(3) button');
      assert.equal(await page.inputValue('#transcript'), line.slice(0, 4));
      // Without hovering, the table shows how many discs each move loses.
      assert.ok((await page.locator('#moves tbody tr').count()) > 0);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    },
    { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  ));

test('the computer plays perfectly from the opening', () =>
  open('#size=6x6&answer=white', async (page) => {
    const heard = await listen(page);
    await page.click('#c2');
    await page.waitForFunction(() => document.querySelectorAll('#game button').length === 3);
    assert.equal(await page.inputValue('#transcript'), line.slice(0, 4));
    // A screen reader announces each move and the value after it, and nothing twice. A slow machine announces everything together.
    await page.waitForFunction(() => /White: b4\. Black to move\. With best play, White wins by 4/.test(globalThis.heard.join(' ')));
    const said = (await heard()).join(' ');
    assert.match(said, /Black: c2\. .*White: b4\. /);
    for (const move of ['Black: c2.', 'White: b4.']) assert.equal(said.split(move).length, 2, said);
    // Values are known before the lines, and none of these moves ends the game.
    assert.ok(!(await page.locator('#moves td.line').allTextContents()).includes('game over'));
  }));

test('the computer plays at a lower strength', () =>
  open(`#size=6x6&moves=${line.slice(0, 40)}&answer=black&level=beginner`, async (page) => {
    await page.waitForFunction(() => document.querySelectorAll('#game button').length === 22);
  }));

test('the server stops and returns', async () => {
  const other = await serve();
  const { port } = new URL(other.address);
  // The browser's own messages about failed connections cannot be suppressed.
  const ignores = /Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING/;
  await withPage(browser, { address: other.address, fragment: `#size=6x6&moves=${line.slice(0, 40)}`, ignores }, async (page) => {
    await settled(page);
    await other.stop();
    await page.click('#back');
    await page.click('#back');
    await page.waitForSelector('#progress[data-state="lost"]');
    assert.match(await textOf(page, 'progress'), /The solver is not responding/);
    await screenshot(page, 'served-lost');
    await page.click('#last');
    assert.ok((await movesOn(page)).length > 0, 'known values are kept');
    await page.click('#back');
    await page.click('#back');
    const again = await serve({ port });
    try {
      await settled(page);
      assert.ok((await movesOn(page)).length > 0);
    } finally {
      await again.stop();
    }
  });
});

for (const [size, width, locale] of [['phone', 390, 'ja'], ['desktop', 1280, 'en']]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`accessible with values, bounds and forecasts: ${size}, ${colorScheme}, ${locale}`, async () => {
      const fragments = {
        exact: `#size=6x6&moves=${line.slice(0, 36)}`,
        forecast: '#size=8x8&moves=f5d6c3',
      };
      for (const [name, fragment] of Object.entries(fragments)) {
        await open(fragment, async (page) => {
          await page.waitForSelector(`#board .${name}`);
          assert.deepEqual(await axe(page), []);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
          await screenshot(page, `served-${size}-${colorScheme}-${locale}-${name}`);
        }, { colorScheme, locale, viewport: { width, height: 900 } });
      }
    });
  }
}
