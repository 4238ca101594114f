// Features of results/explorer.html besides playing: addresses, the browser's history, variations, setting up a position,
// guessing, and printing.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { coloursIn, give, headingsAlone, latinWords, launch, movesOn, openAt, screenshot, textOf, unfold, withPage } from './browser.mjs';
import { serve, settled } from './served.mjs';
import { Inquiry } from '../../src/web/inquiry.mjs';
import { Knowledge } from '../../src/web/knowledge.mjs';
import { LESSONS, TASKS } from '../../src/web/lesson.mjs';
import { formatSgf, readTranscript } from '../../src/web/notation.mjs';
import { startOf } from '../../src/web/rules.mjs';

let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(() => Promise.all([browser.close(), server.stop()]));

test('a game without a size opens the board that it fits, and unknown parts of a link are named', async () => {
  for (const [fragment, title, error] of [
    ['', '4×4', ''],
    ['#moves=f5d6', '8×8', ''],
    ['#moves=c2b4', '6×6', ''],
    ['#moves=b1a1', '4×4', ''],
    ['#banana', '4×4', 'Not everything in the link can be read, and the rest is shown. “banana” is not understood.'],
    ['#sice=8x8', '4×4', 'Not everything in the link can be read, and the rest is shown. “sice” is not understood.'],
  ]) {
    await withPage(browser, { fragment }, async (page) => {
      assert.equal(await textOf(page, 'title'), `${title} Othello`, fragment);
      assert.equal(await textOf(page, 'address-error'), error);
    });
  }
});

test('back and forward of the browser step through moves and boards', () =>
  withPage(browser, {}, async (page) => {
    const is = (size, moves) =>
      page.waitForFunction(([size, moves]) => document.title.startsWith(size) && document.getElementById('transcript').value === moves, [size, moves]);
    await page.click('#b1');
    await page.click('#a1');
    await page.click('#boards :text("6×6")');
    // How values are shown is not a step.
    await page.click('#guess');
    for (const [size, moves] of [['4×4', 'b1a1'], ['4×4', 'b1'], ['4×4', '']]) {
      await page.goBack();
      await is(size, moves);
    }
    for (const [size, moves] of [['4×4', 'b1'], ['4×4', 'b1a1'], ['6×6', '']]) {
      await page.goForward();
      await is(size, moves);
    }
  }));

test('after the computer’s move, back returns to the player’s turn', () =>
  withPage(browser, { fragment: '#answer=white' }, async (page) => {
    await page.click('#b1');
    await page.waitForFunction(() => document.querySelectorAll('#game button').length === 3);
    await page.goBack();
    await page.waitForFunction(() => document.getElementById('transcript').value === '');
    assert.match(await textOf(page, 'turn'), /Black to move/);
  }));

test('another move keeps the old line as a variation, with its value, in the link and in SGF', () =>
  withPage(browser, { fragment: '#moves=b1a1a2' }, async (page) => {
    const branches = () => page.locator('#branches li').allTextContents();
    await page.click('#back');
    await page.click('#back');
    await page.click('#a3');
    assert.equal(await page.inputValue('#transcript'), 'b1a3');
    assert.deepEqual(await branches(), ['a1 a2+8×']);
    const sgf = '(;FF[4]CA[UTF-8]GM[2]SZ[4];B[b1](;W[a3])(;W[a1];B[a2]))';
    assert.equal(await page.inputValue('#sgf'), sgf);
    await page.reload();
    await unfold(page);
    assert.deepEqual(await branches(), ['a1 a2+8×']);
    // Playing the old move continues the old line.
    await page.click('#back');
    await page.click('#a1');
    assert.deepEqual(await branches(), ['a3−9×']);
    assert.equal(await page.locator('#game button').count(), 4);
    await page.locator('#branches button').first().click();
    assert.equal(await page.inputValue('#transcript'), 'b1a3');
    await page.click('#branches button:text("×")');
    assert.deepEqual(await branches(), []);
    assert.match(page.url(), /#size=4x4&moves=b1a3$/);
    await page.click('#undo');
    assert.deepEqual(await branches(), ['a1 a2+8×']);
  }));

test('SGF has the start, where it is not the usual one, and passes', () => {
  const root = startOf(4, 6, 'parallel');
  assert.equal(formatSgf(root, [[]], 'fewest'), '(;FF[4]CA[UTF-8]GM[2]SZ[4:6]RU[fewest]AB[b3][c3]AW[b4][c4]PL[B])');
  const start = startOf(4, 4, 'diagonal');
  const { plies } = readTranscript(start, 'b1a1a2c1d1a3a4d3pac4');
  assert.match(formatSgf(start, [plies], 'most'), /;W\[d3\];B\[\];W\[c4\]\)$/);
});

/** The time of the last touch, in seconds. */
let touched = Date.now() / 1000 - 600;

/** Draws a stroke over the page, with the mouse or with a finger. */
const STROKES = {
  mouse: async (page, [start, ...way]) => {
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    for (const { x, y } of way) await page.mouse.move(x, y);
    await page.mouse.up();
  },
  touch: async (page, [start, ...way]) => {
    const session = await page.context().newCDPSession(page);
    // A fast stroke would be a fling, which swallows the next tap.
    const send = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: (touched += 0.5) });
    await send('touchStart', start);
    for (const point of way) await send('touchMove', point);
    await send('touchEnd');
  },
};

for (const [device, stroke] of Object.entries(STROKES)) {
  test(`discs are set up by a brush and by dragging: ${device}`, () => {
    const options = device === 'touch' ? { hasTouch: true, isMobile: true, viewport: { width: 390, height: 600 } } : {};
    return withPage(browser, { fragment: '#size=8x8', isFolded: true, ...options }, async (page) => {
      const middle = async (name) => {
        const { x, y, width, height } = await page.locator(`#${name}`).boundingBox();
        return { x: x + width / 2, y: y + height / 2 };
      };
      const drag = async (from, to) => {
        const [start, end] = [await middle(from), await middle(to)];
        const at = (part) => ({ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part });
        await stroke(page, Array.from({ length: 21 }, (_, n) => at(n / 20)));
      };
      const press = (selector) => (device === 'touch' ? page.tap(selector) : page.click(selector));
      const brush = (name) => press(`#brushes [value="${name}"]`);
      await press('#edit');
      await page.locator('#board').scrollIntoViewIfNeeded();
      const scrolled = await page.evaluate(() => scrollY);
      await brush('white');
      await drag('a1', 'h1');
      await press('#a2');
      await brush('black');
      await drag('a3', 'a7');
      await brush('empty');
      await drag('h1', 'g1');
      // Every square becomes the same as the first: an empty one turns black.
      await brush('turns');
      await drag('c8', 'e8');
      assert.equal(await page.evaluate(() => scrollY), scrolled, 'the finger scrolled the page');
      await press('#done');
      const rows = (await page.inputValue('#position')).match(/[-XO]{8}/g);
      assert.deepEqual(rows, ['OOOOOO--', 'O-------', 'X-------', 'X--OX---', 'X--XO---', 'X-------', 'X-------', '--XXX---']);
    });
  });
}

/** The table of moves never says that a best move loses something, whatever the outcome. */
for (const [locale, best, allLose, none] of [
  ['en', 'best', /^All four moves lose for Black\./, /loses? 0|\b0 discs/i],
  ['ja', '最善手', /^黒の4手の合法手はすべて負け。/, /(^|[^0-9])0石損/],
]) {
  test(`moves that all lose the game lose no discs where all are best: ${locale}`, async () => {
    for (const size of ['4x4', '6x6']) {
      await withPage(browser, { address: server.address, fragment: `#size=${size}`, locale }, async (page) => {
        await settled(page);
        assert.match(await textOf(page, 'below'), allLose);
        assert.deepEqual(await page.locator('#moves td.number:not(.games)').allTextContents(), Array(4).fill(best));
        const labels = await page.locator('#board button').evaluateAll((squares) => squares.map((it) => it.ariaLabel));
        for (const text of [await page.locator('main').innerText(), ...labels]) assert.doesNotMatch(text, none);
        // Where only some are best, the others lose something.
        await page.click('#moves tbody button');
        await settled(page);
        const costs = await page.locator('#moves td.number:not(.games)').allTextContents();
        assert.ok(costs.includes(best) && costs.some((cost) => cost !== best), `${costs}`);
        for (const cost of costs) assert.match(cost, /^(best|最善手|(1 disc|[1-9]\d* discs)|[1-9]\d*石)$/);
      });
    }
  });
}

/** The explanation of each strength on 4×4, 6×6 and 8×8. */
const STRENGTHS = {
  en: {
    perfect: ['Never loses a disc.', 'Never loses a disc.', 'Perfect from about 22 empty squares on; before that, by a forecast, here 12 plies ahead.'],
    strong: Array(3).fill('Mostly a best move, or one that loses a disc or two.'),
    club: Array(3).fill('Often a move that loses about four discs.'),
    beginner: Array(3).fill('Often a move that loses a dozen discs.'),
  },
  ja: {
    perfect: ['1石も損をしません。', '1石も損をしません。', '残り約22マスからは完璧に、それまでは予想最終石差で打ちます（この局面では12手先まで）。'],
    strong: Array(3).fill('ほぼ最善手か、1、2石損の手を打ちます。'),
    club: Array(3).fill('4石ほど損をする手もよく打ちます。'),
    beginner: Array(3).fill('12石ほど損をする手もよく打ちます。'),
  },
};

/** After f5, one move that is best by forecast, one that loses 4 discs, and one that loses 12. */
const FORECASTS = { f4: 2, d6: -2, f6: -10 };

/** Makes every search of 8×8 answer with these forecasts. */
function forecast(page) {
  const bounds = { lower: -64, upper: 64 };
  const moves = Object.entries(FORECASTS).map(([move, value]) => ({ move, value }));
  const document = { ...bounds, forecast: { depth: 12, usual_error: 4, moves }, moves: moves.map(({ move }) => ({ move, ...bounds })) };
  return page.route(/\/solve\?.*size=8x8/, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(document)}\n\n` }));
}

for (const [locale, levels] of Object.entries(STRENGTHS)) {
  test(`a strength is explained for the board at hand: ${locale}`, () =>
    withPage(browser, { address: server.address, fragment: '#size=4x4&moves=b1&answer=black', locale }, async (page) => {
      await forecast(page);
      for (const [level, said] of Object.entries(levels)) {
        for (const [n, fragment] of ['#size=4x4&moves=b1', '#size=6x6&moves=c2', '#size=8x8&moves=f5'].entries()) {
          await openAt(page, `${fragment}&answer=black&level=${level}`);
          await page.locator('#strength').getByText(said[n], { exact: true }).waitFor();
        }
      }
    }));
}

test('a strength is what is then played, and what was chosen by forecasts is marked', () =>
  withPage(browser, { address: server.address, fragment: '#size=8x8' }, async (page) => {
    await forecast(page);
    // Chance takes the same place among the weights of the moves every time.
    await page.evaluate(() => (Math.random = () => 0.9));
    const answers = {};
    for (const level of Object.keys(STRENGTHS.en)) {
      for (const opening of ['#size=4x4&moves=b1', '#size=6x6&moves=c2', '#size=8x8&moves=f5']) {
        await openAt(page, `${opening}&answer=white&level=${level}`);
        await page.waitForFunction(() => document.querySelectorAll('#game button').length === 3);
        const label = await page.locator('#game button').last().getAttribute('aria-label');
        assert.equal(label.endsWith(', by forecast'), opening.startsWith('#size=8x8'), label);
        if (level === 'perfect') assert.doesNotMatch(label, /lost/);
        answers[level] = label.match(/White: (\w\d)/)[1];
      }
    }
    assert.deepEqual(answers, { perfect: 'f4', strong: 'f4', club: 'd6', beginner: 'f6' });
  }));

for (const [locale, said] of [
  ['en', 'Plays any legal move: this page has no values for this board.'],
  ['ja', 'このページにはこの盤の石差がないため、合法手のどれかを打ちます。'],
]) {
  test(`without values, no strength is promised: ${locale}`, () =>
    withPage(browser, { fragment: '#size=4x4&moves=b1&answer=black', locale }, async (page) => {
      assert.equal(await textOf(page, 'strength'), STRENGTHS[locale].perfect[0]);
      for (const level of Object.keys(STRENGTHS.en)) {
        await openAt(page, `#size=6x6&moves=c2&answer=black&level=${level}`);
        assert.equal(await textOf(page, 'strength'), said);
      }
    }));
}

/** Whether an edge of the list of moves has a shadow that can be seen, where its rows do not cover it. */
async function shadowAt(page, edge) {
  const room = page.locator('#moves-room');
  await page.evaluate(() => (document.getElementById('moves').style.visibility = 'hidden'));
  // The tabs cover the foot of the screen.
  await room.evaluate((it) => it.scrollIntoView({ block: 'center' }));
  const { x, y, width, height } = await room.boundingBox();
  const line = edge === 'top' ? Math.ceil(y) + 1 : Math.floor(y + height) - 2;
  const colours = await coloursIn(page, { x, y: line, width, height: 1 });
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g));
  await page.evaluate(() => (document.getElementById('moves').style.visibility = ''));
  const differences = colours.map((colour) => Math.max(...colour.map((part, n) => Math.abs(part - background[n]))));
  const difference = Math.max(...differences);
  assert.ok(difference === 0 || difference > 25, `the shadow differs by ${difference}`);
  return difference > 0;
}

for (const width of [320, 390]) {
  test(`a list of moves has a shadow where it is cut off, and only there: ${width}`, async () => {
    const viewport = { width, height: width === 320 ? 568 : 844 };
    const isCut = (page) => page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.getElementById('moves-room');
      return scrollHeight > clientHeight;
    });
    for (const colorScheme of ['light', 'dark']) {
      await withPage(browser, { viewport, colorScheme, fragment: '#size=4x4', isFolded: true, hasTouch: true, isMobile: true }, async (page) => {
        assert.deepEqual([await isCut(page), await shadowAt(page, 'top'), await shadowAt(page, 'bottom')], [false, false, false]);
        await openAt(page, '#size=8x8&moves=d3e3f2c2f4g3h4c3');
        assert.deepEqual([await isCut(page), await shadowAt(page, 'top'), await shadowAt(page, 'bottom')], [true, false, true]);
        await page.evaluate(() => document.getElementById('moves-room').scrollTo(0, 1e6));
        assert.deepEqual([await shadowAt(page, 'top'), await shadowAt(page, 'bottom')], [true, false]);
      });
    }
  });
}

test('values can be hidden from the first moment and by a button, and a guess is shown by the same button', () =>
  withPage(browser, { fragment: '#size=4x4&values=hidden', isFolded: true }, async (page) => {
    assert.deepEqual(await movesOn(page), []);
    assert.equal(await page.getAttribute('#guess', 'aria-pressed'), 'true');
    assert.doesNotMatch(await page.locator('main').innerText(), /−8|wins by/);
    await page.click('#b1');
    await page.click('#guess');
    assert.equal((await movesOn(page)).length, 3);
    assert.doesNotMatch(page.url(), /values/);
  }));

test('a board that this page does not solve links to the page that does', () =>
  withPage(browser, { fragment: '#size=6x6' }, async (page) => {
    assert.equal(await page.getAttribute('#progress a', 'href'), 'othello.html');
  }));

test('the title in Japanese does not say that 8×8 is solved', () =>
  withPage(browser, { fragment: '#size=8x8', locale: 'ja' }, async (page) => {
    assert.equal(await page.title(), '8×8 オセロ、各手の最終石差');
  }));

test('the time left is shown once the estimates agree', async () => {
  const position = startOf(6, 6, 'diagonal');
  const rules = { score: 'discs', objective: 'most' };
  const left = [];
  const estimates = [9e6, 1e3, 5e7, 400, 420, 500, 380, 410, 405];
  const server = {
    async *solve() {
      for (const seconds of estimates) yield { lower: -36, upper: 36, moves: [], seconds: 1, seconds_left: seconds };
      yield { lower: -4, upper: -4, value: -4, moves: [] };
    },
  };
  const inquiry = new Inquiry(server, new Knowledge(), () => left.push(inquiry.secondsLeft));
  inquiry.ask(position, rules);
  await new Promise((done) => setTimeout(done, 0));
  // Otherwise it keeps asking.
  inquiry.stop();
  assert.deepEqual(left.slice(0, estimates.length), [...Array(7).fill(undefined), 410, 405]);
});

/** Makes the page believe that it is being printed, and shows it as on paper. */
async function onPaper(page) {
  await page.evaluate(() => {
    globalThis.print = () => undefined;
  });
  await page.emulateMedia({ media: 'print' });
}

test('all moves are printed', () =>
  withPage(browser, { fragment: '#size=8x8&moves=d3e3f2c2f4g3h4c3', isFolded: true }, async (page) => {
    await onPaper(page);
    assert.ok(await page.locator('#moves tbody tr').count() > 8);
    const cut = await page.evaluate(() => [...document.querySelectorAll('.room')].filter((it) => it.scrollHeight > it.clientHeight + 1).map((it) => it.id));
    assert.deepEqual(cut, []);
    assert.deepEqual(await headingsAlone(page), []);
  }));

for (const locale of ['en', 'ja']) {
  test(`the lesson is printed from the page: ${locale}`, () =>
    withPage(browser, { locale, isFolded: true, viewport: { width: 720, height: 1000 } }, async (page) => {
      await page.click('#lesson-tab');
      const sheets = {};
      for (const kind of ['plan', 'pupils', 'answers']) {
        await page.emulateMedia({ media: 'screen' });
        await page.evaluate(() => dispatchEvent(new Event('afterprint')));
        await onPaper(page).then(() => page.emulateMedia({ media: 'screen' }));
        await page.click(`#print-${kind}`);
        await page.waitForFunction(() => document.body.dataset.prints === 'lesson');
        await page.emulateMedia({ media: 'print' });
        sheets[kind] = await page.locator('body').innerText();
        await screenshot(page, `lesson-${kind}-${locale}`);
        assert.deepEqual(await headingsAlone(page), []);
        if (locale === 'ja') assert.deepEqual((await latinWords(page)).filter((word) => !/^(values|hidden)$/.test(word)), []);
      }
      assert.equal(await page.locator('#lesson-page tbody tr').count(), 2 + 3 + 3);
      // The pupils' page has no answers.
      assert.doesNotMatch(sheets.pupils, /[+−]\d|60,060|11/);
      for (const value of ['+8', '−2', '+11', '−10', '−9', '60,060']) assert.ok(sheets.answers.includes(value), value);
    }));
}

test('the lesson has the same parts in each language', () => {
  const shape = (part) => (Array.isArray(part) ? part.map(shape) : typeof part);
  const shapes = Object.values(LESSONS).map((lesson) => Object.entries(lesson).map(([key, part]) => [key, shape(part)]));
  assert.deepEqual(shapes[0], shapes[1]);
  assert.equal(LESSONS.en.tasks.length, LESSONS.en.solutions.length);
  assert.ok(TASKS.every(({ turn }) => turn === 'place'));
  // The claims of the texts about the whole game.
  const { value, wins, draws, losses } = new Knowledge().solution(TASKS[0], { score: 'discs', objective: 'most' }).of(TASKS[0]);
  assert.deepEqual([value, wins + draws + losses], [-8, 60_060]);
});

test('a link opens where it was made', () =>
  withPage(browser, { fragment: '#moves=b1a3a4&ply=2' }, async (page) => {
    const link = await page.inputValue('#link');
    await page.click('#last');
    await openAt(page, new URL(link).hash);
    assert.equal(await page.inputValue('#transcript'), 'b1a3');
    await give(page, 'paste', link);
    assert.equal(await page.inputValue('#transcript'), 'b1a3');
  }));
