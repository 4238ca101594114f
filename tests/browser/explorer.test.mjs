// Opens results/explorer.html in Chromium and uses it as people do.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launch, lineOn, movesOn, textOf, withPage } from './browser.mjs';
import { valueInTable } from './table.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const solved = JSON.parse(readFileSync(new URL('../../results/4x4.json', import.meta.url), 'utf8'));

test('the line of best play, by clicks', () =>
  withPage(browser, {}, async (page) => {
    const line = await lineOn(page);
    assert.equal(line.filter((ply) => ply !== 'pass').join(''), solved.line);
    assert.match(await textOf(page, 'value'), /White wins by 8 \(3–11, 2 squares empty\)/);
    for (const ply of line) await page.click(ply === 'pass' ? '#pass' : `#${ply}`);
    assert.equal(await textOf(page, 'turn'), 'Game over');
    assert.equal(await textOf(page, 'value'), 'White wins by 8 (3–11, 2 squares empty).');
    assert.deepEqual(await movesOn(page), []);
  }));

test('the line of best play, by keys', () =>
  withPage(browser, {}, async (page) => {
    await page.focus('#board button[tabindex="0"]');
    for (const ply of await lineOn(page)) {
      if (ply === 'pass') await page.keyboard.press('n');
      else await goTo(page, ply).then(() => page.keyboard.press('Enter'));
    }
    assert.equal(await textOf(page, 'turn'), 'Game over');

    await page.keyboard.press('u');
    assert.notEqual(await textOf(page, 'turn'), 'Game over');
    await page.keyboard.press('r');
    assert.equal(await textOf(page, 'turn'), 'Game over');
  }));

/** Goes over the board by arrow keys. */
async function goTo(page, name) {
  const place = (square) => [square.charCodeAt(0), Number(square[1])];
  const focused = await page.evaluate(() => document.activeElement.id);
  const [column, row] = place(focused);
  const [toColumn, toRow] = place(name);
  const press = async (key, times) => {
    for (let n = 0; n < times; n += 1) await page.keyboard.press(key);
  };
  await press(toColumn > column ? 'ArrowRight' : 'ArrowLeft', Math.abs(toColumn - column));
  await press(toRow > row ? 'ArrowDown' : 'ArrowUp', Math.abs(toRow - row));
  assert.equal(await page.evaluate(() => document.activeElement.id), name);
}

test('the line of best play, chip by chip and at once', () =>
  withPage(browser, {}, async (page) => {
    const { length } = await lineOn(page);
    for (let left = length; left > 0; left -= 1) {
      assert.equal((await lineOn(page)).length, left);
      await page.locator('#line button').first().click();
    }
    assert.equal(await textOf(page, 'turn'), 'Game over');
    await page.click('#restart');
    await page.locator('#line button').last().click();
    assert.equal(await textOf(page, 'turn'), 'Game over');
  }));

test('values are those of the table, along many games', () =>
  withPage(browser, {}, async (page) => {
    let passes = 0;
    for (let game = 0; game < 12; game += 1) {
      await page.click('#restart', { force: true });
      for (let ply = 0; (await textOf(page, 'turn')) !== 'Game over'; ply += 1) {
        const value = valueInTable(await page.inputValue('#position'));
        const moves = await movesOn(page);
        if (moves.length === 0) {
          passes += 1;
          await page.click('#pass');
          continue;
        }
        assert.equal(Math.max(...moves.map((move) => move.value)), value);
        for (const move of moves) assert.equal(move.best, move.value === value);
        const { name, value: expected } = moves[(game + ply * (game + 1)) % moves.length];
        await page.click(`#${name}`);
        assert.equal(valueInTable(await page.inputValue('#position')) + expected, 0);
      }
    }
    assert.ok(passes > 0, 'no game had a pass');
  }));

test('a pass and the end are shown', () =>
  withPage(browser, { fragment: '#moves=b1a1a2c1d1a3a4d3' }, async (page) => {
    assert.equal(await textOf(page, 'turn'), 'Black has to pass');
    assert.match(await textOf(page, 'notice'), /Black has no legal move/);
    await page.click('#pass');
    assert.equal(await textOf(page, 'turn'), 'White to move');
    await page.click('#c4');
    assert.equal(await textOf(page, 'notice'), 'Neither player has a legal move.');
    assert.match(await textOf(page, 'value'), /White wins by 9 \(2–11, 3 squares empty\)/);
  }));

test('a game is taken back, played again, and gone through', () =>
  withPage(browser, {}, async (page) => {
    const position = () => page.inputValue('#position');
    const first = await position();
    await page.click('#b1');
    await page.click('#a3');
    const third = await position();
    await page.click('#undo');
    await page.click('#undo');
    assert.equal(await position(), first);
    await page.click('#redo');
    await page.click('#redo');
    assert.equal(await position(), third);

    const chips = page.locator('#game button');
    await chips.nth(0).click();
    assert.equal(await position(), first);
    await chips.nth(2).click();
    assert.equal(await position(), third);
    assert.match(await chips.nth(2).getAttribute('aria-label'), /White: a3, gave away \d+/);

    await page.click('#undo');
    await page.click('#a1');
    assert.equal(await page.inputValue('#transcript'), 'b1a1');
    assert.equal(await chips.count(), 3);
  }));

test('a link opens the same game', async () => {
  let link;
  let position;
  await withPage(browser, {}, async (page) => {
    await page.selectOption('[name="start"]', 'parallel');
    await page.selectOption('[name="score"]', 'empties-to-winner');
    await page.selectOption('[name="objective"]', 'fewest');
    for (let ply = 0; ply < 4; ply += 1) await page.click('#next');
    await page.click('#undo');
    position = await page.inputValue('#position');
    link = await page.inputValue('#link');
    assert.equal(page.url(), link);

    await page.reload();
    assert.equal(await page.inputValue('#position'), position);
  });
  await withPage(browser, { fragment: new URL(link).hash }, async (page) => {
    assert.equal(await page.inputValue('#position'), position);
    assert.equal(await page.inputValue('#link'), link);
    assert.equal(await page.locator('#game button').count(), 5);
    assert.equal(await page.inputValue('[name="objective"]'), 'fewest');
    assert.match(await textOf(page, 'value'), /It is a draw/);
  });
});

test('position, game and link are copied', () =>
  withPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await page.click('#b1');
    for (const field of ['position', 'transcript', 'link']) {
      await page.click(`[data-copies="${field}"]`);
      await page.waitForSelector(`[data-copies="${field}"].copied`);
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, await page.inputValue(`#${field}`));
      assert.notEqual(copied, '');
    }
  }));

test('a link with mistakes says which', () =>
  withPage(browser, { fragment: '#start=round&moves=b1b1' }, async (page) => {
    const notice = await textOf(page, 'notice');
    assert.match(notice, /The start “round” is unknown/);
    assert.match(notice, /“b1” is not a legal move after “b1”/);
    assert.equal(await page.inputValue('#transcript'), 'b1');
  }));

test('the page answers, as either colour', async () => {
  for (const [color, answers] of [['black', 1], ['white', 0]]) {
    await withPage(browser, { fragment: `#answer=${color}` }, async (page) => {
      await page.waitForFunction((plies) => document.querySelectorAll('#game button').length === plies + 1, answers);
      while ((await textOf(page, 'turn')) !== 'Game over') {
        const played = await page.locator('#game button').count();
        // The worst move there is: against perfect play it must not do better than its value.
        const [worst] = (await movesOn(page)).sort((one, other) => one.value - other.value);
        await page.click(worst ? `#${worst.name}` : '#pass');
        await page.waitForFunction(
          ([color, played]) => {
            const turn = document.getElementById('turn').innerText;
            const answering = turn.toLowerCase().startsWith(color);
            return document.querySelectorAll('#game button').length > played && !answering;
          },
          [color, played],
        );
      }
      assert.match(await textOf(page, 'value'), color === 'black' ? /^Black wins/ : /^White wins/);
      const plies = await page.locator('#game button[aria-label]').evaluateAll((chips) => chips.map((it) => it.ariaLabel));
      assert.ok(plies.some((ply) => ply.includes('gave away')), 'the worst moves were no mistakes');
      for (const ply of plies.filter((ply) => ply.includes('gave away'))) {
        assert.doesNotMatch(ply, new RegExp(`${color}: `, 'i'));
      }
    });
  }
});

test('the page answers the same move again after it was taken back', () =>
  withPage(browser, { fragment: '#answer=white' }, async (page) => {
    const played = (plies) =>
      page.waitForFunction((plies) => document.querySelectorAll('#game [aria-current]').length === 1
        && document.querySelector('#game [aria-current]').ariaLabel?.startsWith(`${plies}.`), plies);
    for (let time = 0; time < 3; time += 1) {
      await page.click('#b1');
      await played(2);
      await page.click('#undo');
      assert.equal(await page.inputValue('#transcript'), '');
    }
  }));

test('a position and a game can be typed', () =>
  withPage(browser, {}, async (page) => {
    const type = async (field, text) => {
      await page.fill(`#${field}`, text);
      await page.keyboard.press('Enter');
    };
    await type('transcript', 'b1a3a4');
    const position = await page.inputValue('#position');
    assert.equal(await page.inputValue('#transcript'), 'b1a3a4');
    assert.equal(await page.locator('#game button').count(), 4);

    await page.click('#restart');
    await type('position', position.toLowerCase().replaceAll('-', ' . '));
    assert.equal(await page.inputValue('#position'), position);
    assert.equal((await page.inputValue('#transcript')).length, 6);
    assert.equal(await page.inputValue('[name="start"]'), 'diagonal');

    await type('position', '-----XX--OO----- X');
    assert.equal(await page.inputValue('[name="start"]'), 'parallel');
    assert.equal(await page.inputValue('#transcript'), '');

    for (const [text, error] of [
      ['nonsense', /A position is 16 cells/],
      ['---------------- X', /No game leads to this position/],
    ]) {
      await type('position', text);
      assert.match(await textOf(page, 'notice'), error);
      assert.equal(await page.inputValue('#position'), text, 'what was typed stays to be corrected');
    }
    await type('transcript', 'b9');
    assert.match(await textOf(page, 'notice'), /“b9” is not a legal move/);
    await page.click('#a4');
    assert.equal(await textOf(page, 'notice'), '');
  }));

test('arrow keys work from anywhere but a field', () =>
  withPage(browser, {}, async (page) => {
    const focused = () => page.evaluate(() => document.activeElement.id);
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'b1');
    await page.keyboard.press('Enter');
    assert.equal(await page.inputValue('#transcript'), 'b1');
    await page.focus('#next');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'b2');
    await page.focus('#transcript');
    for (const key of ['ArrowLeft', 'n', 'u']) await page.keyboard.press(key);
    assert.equal(await focused(), 'transcript');
    assert.equal(await page.locator('#game button').count(), 2);
  }));

test('it speaks of as many positions as the program', () =>
  withPage(browser, {}, async (page) => {
    const { total } = solved.positions;
    assert.ok((await textOf(page, 'solved')).includes(`all ${total.toLocaleString('en')} positions`));
  }));

test('the map says whose view its values are', () =>
  withPage(browser, {}, async (page) => {
    assert.equal(await textOf(page, 'viewpoint'), 'Black');
    await page.click('#b1');
    assert.equal(await textOf(page, 'viewpoint'), 'White');
  }));

test('the focus stays where the work is', () =>
  withPage(browser, {}, async (page) => {
    const focused = () => page.evaluate(() => document.activeElement.closest('[id]').id);
    await page.focus('#line button');
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'line');
    while ((await textOf(page, 'turn')) !== 'Game over') await page.keyboard.press('Enter');
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY');
  }));

test('values can be hidden', () =>
  withPage(browser, {}, async (page) => {
    await page.selectOption('[name="values"]', 'hidden');
    assert.deepEqual(await movesOn(page), []);
    assert.equal(await page.locator('#board button:not([aria-disabled])').count(), 4);
    assert.doesNotMatch(await page.locator('main').innerText(), /−8|wins by/);
  }));

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = { phone: [375, 812], tablet: [820, 1180], desktop: [1440, 900] };
const GAMES = {
  start: '',
  midgame: '#moves=b1a3a4',
  takenback: '#moves=b1a3a4&ply=1',
  pass: '#moves=b1a1a2c1d1a3a4d3',
  over: '#moves=b1a1a2c1d1a3a4d3pac4',
  mistake: '#moves=b1b1',
  hidden: '#values=hidden',
};

for (const [size, [width, height]] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark']) {
    test(`accessible and without a sideways scroll bar: ${size}, ${colorScheme}`, async () => {
      for (const [game, fragment] of Object.entries(GAMES)) {
        const options = { fragment, colorScheme, viewport: { width, height } };
        await withPage(browser, options, async (page) => {
          await page.evaluate(AXE);
          const { violations } = await page.evaluate(() => globalThis.axe.run());
          assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
          await screenshot(page, `${size}-${colorScheme}-${game}`);
        });
      }
    });
  }
}

/** Keeps a picture in the folder that SCREENSHOTS names, if it names one. */
async function screenshot(page, name) {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
