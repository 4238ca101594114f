// What the page of results/explorer.html offers besides playing: addresses, the browser's history, variations, setting up
// a position, guessing, and paper.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { give, latinWords, launch, movesOn, openAt, screenshot, textOf, unfold, withPage } from './browser.mjs';
import { Inquiry } from '../../src/web/inquiry.mjs';
import { Knowledge } from '../../src/web/knowledge.mjs';
import { LESSONS, TASKS } from '../../src/web/lesson.mjs';
import { formatSgf, readTranscript } from '../../src/web/notation.mjs';
import { startOf } from '../../src/web/rules.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

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
    // Playing the old move goes on with the old line.
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

test('discs are set up by a brush and by dragging', () =>
  withPage(browser, { fragment: '#size=8x8' }, async (page) => {
    const drag = async (from, to) => {
      await page.hover(`#${from}`);
      await page.mouse.down();
      const { x, y, width, height } = await page.locator(`#${to}`).boundingBox();
      await page.mouse.move(x + width / 2, y + height / 2, { steps: 20 });
      await page.mouse.up();
    };
    await page.click('#edit');
    await page.click('#brushes [value="white"]');
    await drag('a1', 'h1');
    await page.click('#a2');
    await page.click('#brushes [value="black"]');
    await drag('a3', 'd3');
    await page.click('#brushes [value="empty"]');
    await drag('h1', 'g1');
    await page.click('#done');
    assert.equal((await page.inputValue('#position')).slice(0, 24), 'OOOOOO--O-------XXXX----');
  }));

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

/** Has the page believe that it prints, and shows it as on paper. */
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
  // What the texts say about the whole game.
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
