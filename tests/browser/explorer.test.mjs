// Opens results/explorer.html in Chromium and uses it as a person would.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
  axe, chooseBoard, give, launch, lineOn, listen, movesOn, openAt, screenshot, textOf, withPage,
} from './browser.mjs';
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
    assert.match(await textOf(page, 'value'), /White wins by 8 \(11 to 3, 2 squares empty\)/);
    for (const ply of line) await page.click(ply === 'pass' ? '#pass' : `#${ply}`);
    assert.equal(await textOf(page, 'turn'), 'Game over');
    assert.equal(await textOf(page, 'value'), 'White wins by 8 (11 to 3, 2 squares empty).');
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

/** Moves to a square with the arrow keys. */
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

test('the line of best play, chip by chip and in one click', () =>
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

test('values match the table throughout many games', () =>
  withPage(browser, {}, async (page) => {
    let passes = 0;
    for (let game = 0; game < 12; game += 1) {
      if (game > 0) await page.click('#restart');
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

test('a pass and the end of the game are shown', () =>
  withPage(browser, { fragment: '#moves=b1a1a2c1d1a3a4d3' }, async (page) => {
    assert.equal(await textOf(page, 'turn'), 'Black must pass');
    assert.match(await textOf(page, 'notice'), /Black has no legal move/);
    await page.click('#pass');
    assert.equal(await textOf(page, 'turn'), 'White to move');
    await page.click('#c4');
    assert.equal(await textOf(page, 'notice'), 'Neither player has a legal move.');
    assert.match(await textOf(page, 'value'), /White wins by 9 \(11 to 2, 3 squares empty\)/);
  }));

test('undo, redo and jumping through a game', () =>
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
    assert.match(await chips.nth(2).getAttribute('aria-label'), /White: a3, lost \d+ discs?/);

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
    await page.click('#back');
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
    assert.match(await textOf(page, 'value'), /With best play, the game is a draw/);
  });
});

test('an address opened while the board changes is shown', () =>
  withPage(browser, {}, async (page) => {
    // The page draws the move and writes its address before it learns of the address opened here.
    await page.evaluate(() => {
      location.hash = '#moves=b1';
      document.getElementById('a2').click();
    });
    await page.waitForFunction(() => document.getElementById('transcript').value === 'b1');
    assert.match(page.url(), /#size=4x4&moves=b1$/);
  }));

test('a changed address shows the same as opening it in a new page', async () => {
  const cells = 'XOX-OXO-OO-XOXOX X';
  const fragments = [
    '#size=3x5&moves=a1b1c2b4b5c1',
    `#size=4x4&position=${cells}`,
    `#size=2x8&position=${cells}`,
    `#size=8x2&position=${cells}`,
    `#size=4x4&objective=fewest&position=${cells}`,
    `#size=4x4&score=empties-to-winner&position=${cells}`,
  ];
  const shownBy = async (page) => [await textOf(page, 'value'), await textOf(page, 'below'), await movesOn(page)];
  const changed = [];
  await withPage(browser, { fragment: '#size=5x3' }, async (page) => {
    for (const fragment of fragments) {
      await openAt(page, fragment);
      changed.push(await shownBy(page));
    }
  });
  assert.equal(changed[0][0], 'With best play, Black wins by 13 (13 to 0, 2 squares empty).');
  for (const [n, fragment] of fragments.entries()) {
    await withPage(browser, { fragment }, async (page) => assert.deepEqual(changed[n], await shownBy(page), fragment));
  }
  assert.ok(new Set(changed.map(String)).size > 4, `${changed}`);
});

test('position, game and link can be copied', () =>
  withPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    const heard = await listen(page);
    await page.click('#b1');
    await heard();
    const copy = async (field) => {
      await page.click(`#copies [data-copies="${field}"]`);
      await page.waitForSelector(`[data-copies="${field}"].copied`);
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, await page.inputValue(`#${field}`));
      assert.notEqual(copied, '');
      assert.deepEqual(await heard(), [field === 'link' ? 'The link was copied.' : 'Copied.']);
      assert.equal(await page.evaluate(() => document.activeElement.dataset.copies), field);
    };
    for (const field of ['position', 'transcript', 'sgf', 'link']) await copy(field);
    // Not every browser lets the page write to the clipboard.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    for (const field of ['position', 'transcript', 'sgf', 'link']) await copy(field);
  }));

test('mistakes in a link are reported', () =>
  withPage(browser, { fragment: '#start=round&moves=b1b1' }, async (page) => {
    const error = await textOf(page, 'address-error');
    assert.match(error, /Unknown start “round”: choose from diagonal, parallel\./);
    assert.match(error, /“b1” is not a legal move after “b1”/);
    assert.equal(await page.inputValue('#transcript'), 'b1');
  }));

test('the computer plays either colour', async () => {
  for (const [color, answers] of [['black', 1], ['white', 0]]) {
    await withPage(browser, { fragment: `#answer=${color}` }, async (page) => {
      await page.waitForFunction((plies) => document.querySelectorAll('#game button').length === plies + 1, answers);
      while ((await textOf(page, 'turn')) !== 'Game over') {
        const played = await page.locator('#game button').count();
        // Play the worst move. Against perfect play, it cannot do better than its value.
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
      assert.ok(plies.some((ply) => ply.includes(', lost ')), 'the worst moves were not mistakes');
      for (const ply of plies.filter((ply) => ply.includes(', lost '))) {
        assert.doesNotMatch(ply, new RegExp(`${color}: `, 'i'));
      }
    });
  }
});

test('the computer replies again after a move is undone and replayed', () =>
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
    assert.equal(await page.inputValue('#transcript'), '', 'the game begins with this position');
    assert.match(await textOf(page, 'details'), /custom position/);

    await type('position', '-----XX--OO----- X');
    assert.equal(await page.inputValue('[name="start"]'), 'parallel');
    assert.equal(await textOf(page, 'details'), 'parallel start');

    for (const [field, text, error] of [
      ['position', 'nonsense', /“nonsense” is not a position: character 1 is “n”/],
      ['position', '---------------- -', /The side to move is missing/],
      ['position', '------- X', /7 cells fit neither the current board nor a square one/],
      ['transcript', 'Banana', /“Banana” is neither a square on this board \(a1 to d4\) nor a pass \(pa\)/],
      ['transcript', 'b9', /“b9” is neither a square/],
      ['transcript', 'a1', /“a1” is not a legal move in this position/],
      ['transcript', '(;GM[Othello]B[a1];)', /The game has no board/],
    ]) {
      await type(field, text);
      assert.match(await textOf(page, `${field}-error`), error);
      assert.equal(await page.inputValue(`#${field}`), text, 'the text stays, to be corrected');
      assert.equal(await page.getAttribute(`#${field}`, 'aria-invalid'), 'true');
    }
    await page.click('#a4');
    assert.equal(await page.locator('.error > span').count(), 0);
  }));

test('OBF and GGF can be pasted', () =>
  withPage(browser, {}, async (page) => {
    const type = async (field, text) => {
      await page.fill(`#${field}`, text);
      await page.keyboard.press('Enter');
    };
    await type('position', 'OX---OX--XO----- X; a2:+3; c4:-1;');
    assert.equal(await page.inputValue('#position'), 'OX---OX--XO----- X');
    await type('transcript', '(;GM[Othello]TY[4]BO[4 -----O*--*O----- *]B[b1/1.5]W[a1]B[a2];)');
    assert.equal(await page.inputValue('#transcript'), 'b1a1a2');
    assert.equal(await page.inputValue('[name="start"]'), 'diagonal');
  }));

/** The text that is entered, the board it opens, the game on it, and the error. */
const ANYTHING = [
  ['f5d6c3', '8×8', 'f5d6c3', ''],
  ['1. f5 d6 2. c3 d3  33-31', '8×8', 'f5d6c3d3', ''],
  ['F5, D6; C3 A1 D3', '8×8', 'f5d6c3', '“A1” is not a legal move after “f5d6c3”. The 3 moves before it are kept.'],
  ['b1 a1 a2', '4×4', 'b1a1a2', ''],
  ['c2b4c5', '6×6', 'c2b4c5', ''],
  ['--------------OX----XO-------------- X; c2:-4', '6×6', '', ''],
  ['------OX---XO------------ O', '5×5', '', ''],
  ['https://example.org/othello/#size=6x4&moves=c1', '6×4', 'c1', ''],
  ['(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)', '8×8', 'f5d6', ''],
];

test('one field opens anything, on the board that it fits', () =>
  withPage(browser, {}, async (page) => {
    for (const [text, board, moves, error] of ANYTHING) {
      await page.evaluate(() => (location.hash = '#size=4x4'));
      await page.fill('#anything', text);
      await page.keyboard.press('Enter');
      await page.waitForFunction((board) => document.title.startsWith(board), board);
      assert.equal(await page.inputValue('#transcript'), moves, text);
      assert.equal(await textOf(page, 'anything-error'), error);
      assert.equal(await page.inputValue('#anything'), error && text, 'only text with a mistake stays');
    }
    const before = page.url();
    for (const nothing of ['hello world', 'z9', '12']) {
      await page.fill('#anything', nothing);
      await page.keyboard.press('Enter');
      await page.locator('#anything-error', { hasText: /./ }).waitFor();
      assert.equal(page.url(), before);
    }
  }));

test('a game is pasted anywhere, and dropped as a text or a file', () =>
  withPage(browser, {}, async (page) => {
    const opened = (moves) => page.waitForFunction((moves) => document.getElementById('transcript').value === moves, moves);
    await give(page, 'paste', 'f5d6c3');
    await opened('f5d6c3');
    await give(page, 'drop', 'f5 f6');
    await opened('f5f6');
    await give(page, 'drop', 'f5\nf4\n', true);
    await opened('f5f4');
    // A paste into another field is not taken from it.
    await page.focus('#position');
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'c2');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData }));
    });
    assert.equal(await page.inputValue('#transcript'), 'f5f4');
  }));

test('a text with several games or positions says that the first is shown', () =>
  withPage(browser, {}, async (page) => {
    for (const [text, moves, note] of [
      ['f5d6c3\nc4c3\nd3c5', 'f5d6c3', 'This text has 3 games; the first is shown.'],
      ['f5d6c3', 'f5d6c3', ''],
      ['1. f5 d6\n2. c3 d3\n\n1. f5 f6\n2. e6 f4', 'f5d6c3d3', 'This text has 2 games; the first is shown.'],
      ['-----OX--XO----- X\n-----OX--XO----- O; c1:-3\nb1a1', '', 'This text has 1 game and 2 positions; the first is shown.'],
    ]) {
      await give(page, 'drop', text, true);
      await page.waitForFunction((note) => document.getElementById('anything-note').textContent === note, note);
      assert.equal(await page.inputValue('#transcript'), moves);
    }
  }));

test('a position is set up by clicks and keys', () =>
  withPage(browser, {}, async (page) => {
    await page.click('#edit');
    await page.click('#a1');
    await page.focus('#a2');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    for (let click = 0; click < 3; click += 1) await page.click('#d4');
    await page.click('#side');
    assert.deepEqual(await movesOn(page), []);
    await page.click('#done');
    assert.equal(await page.inputValue('#position'), 'X---OOX--XO----- O');
    assert.equal(await textOf(page, 'turn'), 'White to move');
    assert.ok((await movesOn(page)).length > 0);

    const link = await page.inputValue('#link');
    await page.goto(link);
    await page.reload();
    assert.equal(await page.inputValue('#position'), 'X---OOX--XO----- O');
  }));

test('setting up, another board and a pasted game can be undone, and setting up can be cancelled', () =>
  withPage(browser, { fragment: '#moves=b1a3a4&ply=2' }, async (page) => {
    const state = async () => [page.url(), await page.locator('#game button').count(), await textOf(page, 'turn')];
    const before = await state();
    const click = async (...ids) => {
      for (const id of ids) await page.click(`#${id}`);
    };
    // Nothing changed, so there is nothing to undo.
    await click('edit', 'done');
    assert.deepEqual(await state(), before);
    assert.ok(await page.isDisabled('#undo'));
    await click('edit', 'a1', 'b2', 'clear', 'cancel');
    assert.deepEqual(await state(), before);
    assert.ok(await page.isDisabled('#undo'));

    const changes = {
      'set up': () => click('edit', 'd4', 'side', 'done'),
      resized: () => page.click('#boards :text("6×6")'),
      pasted: async () => {
        await page.fill('#transcript', 'a2');
        await page.keyboard.press('Enter');
      },
      restarted: () => click('restart'),
      parallel: () => page.selectOption('[name="start"]', 'parallel'),
      jumped: () => click('first', 'forward', 'first'),
    };
    for (const [name, change] of Object.entries(changes)) {
      await change();
      const changed = await state();
      assert.notDeepEqual(changed, before, name);
      await page.click('#undo');
      assert.deepEqual(await state(), before, name);
      await page.click('#redo');
      assert.deepEqual(await state(), changed, name);
      await page.click('#undo');
    }

    // While setting up, each step can be undone.
    await click('edit', 'd4', 'clear', 'undo');
    await page.keyboard.press('n');
    assert.equal((await page.inputValue('#position'))[15], 'X');
    await click('undo', 'undo');
    assert.deepEqual(await state(), before);
    assert.ok(await page.isVisible('#edit'));
  }));

test('a board without a move cannot be set up', () =>
  withPage(browser, {}, async (page) => {
    const position = await page.inputValue('#position');
    for (const id of ['edit', 'clear', 'done']) await page.click(`#${id}`);
    assert.equal(await textOf(page, 'notice'), 'Neither player could move in this position. Add discs, or cancel.');
    assert.doesNotMatch(await textOf(page, 'turn'), /over/);
    await page.click('#cancel');
    assert.equal(await page.inputValue('#position'), position);
  }));

test('the link is shared in the device’s way, or else copied', () =>
  withPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await page.click('#b1');
    await page.click('#share');
    await page.waitForSelector('#share.copied');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
    await page.evaluate(() => {
      navigator.canShare = () => true;
      navigator.share = async (data) => (globalThis.shared = data);
    });
    await page.click('#a1');
    await page.click('#share');
    assert.deepEqual(await page.evaluate(() => shared), { title: '4×4 Othello, exact values', url: page.url() });
  }));

test('the page describes itself, also for link previews', () =>
  withPage(browser, { isFolded: true }, async (page) => {
    assert.match(await page.locator('header').innerText(), /^Othello, solved/);
    assert.match(await page.locator('footer').innerText(), /4×4 is solved completely.*\n.*othello-solver \d/s);
    const meta = (name) => page.getAttribute(`meta[name="${name}"], meta[property="${name}"]`, 'content');
    for (const name of ['description', 'og:description']) assert.match(await meta(name), /exact value of every move/);
    assert.equal(await meta('og:title'), 'Othello, solved');
    const icon = await page.getAttribute('link[rel="icon"]', 'href');
    assert.ok(await page.evaluate(async (icon) => {
      const image = new Image();
      image.src = icon;
      await image.decode();
      return image.naturalWidth > 0;
    }, icon));
  }));

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, isFolded: true };

test('on a touch screen, a first tap shows the move and a second one plays it', () =>
  withPage(browser, PHONE, async (page) => {
    const transcript = () => page.inputValue('#transcript');
    const heard = await listen(page);
    await page.tap('#b1');
    assert.match((await heard()).at(-1), /^b1 is a best move\./);
    assert.match(await textOf(page, 'refutation'), /^b1 is a best move\. White answers with a1\..* Tap b1 again to play it\.$/);
    await page.tap('#a2');
    assert.match(await textOf(page, 'refutation'), /^a2 is a best move\./);
    assert.equal(await transcript(), '');
    await page.tap('#a2');
    assert.equal(await transcript(), 'a2');
    await page.tap('#options-tab');
    await page.selectOption('[name="values"]', 'hidden');
    await page.tap('#a1');
    assert.equal(await textOf(page, 'refutation'), 'Tap a1 again to play it.');
    assert.ok((await page.locator('#board .flipped').count()) > 0);
    await page.tap('#a1');
    assert.equal(await transcript(), 'a2a1');
    await page.tap('#undo');
    await page.selectOption('[name="taps"]', 'first');
    await page.reload();
    await page.tap('#a1');
    assert.equal(await transcript(), 'a2a1', 'the choice is kept');
  }));

/** The parts used while playing, on each kind of screen: all of them are visible without scrolling. */
const SCREENS = {
  '1280x800': '#boards, #value, #board, .tools, #tabs, #moves-room, #line, #curve',
  '844x390': '#boards, #value, #board, .status, .tools',
  '390x844': '#boards, #value, #board, .status, .tools, #tabs, #moves tbody tr:nth-child(-n + 2)',
  '320x568': '#boards, #value, #board, .status, .tools, #tabs',
};

for (const [screen, needed] of Object.entries(SCREENS)) {
  test(`everything that is used while playing is on the first screen: ${screen}`, async () => {
    const [width, height] = screen.split('x').map(Number);
    for (const locale of ['en', 'ja']) {
      for (const fragment of ['#size=4x4', '#size=8x8&moves=f5d6c3', '#moves=b1a1a2c1d1a3a4d3']) {
        await withPage(browser, { viewport: { width, height }, locale, fragment, isFolded: true }, async (page) => {
          const hidden = await page.locator(needed).evaluateAll((all) => {
            const tabs = document.getElementById('tabs');
            const { top } = getComputedStyle(tabs).position === 'fixed' ? tabs.getBoundingClientRect() : { top: innerHeight };
            return all.map((it) => [it.id || it.className, it.getBoundingClientRect().bottom, it === tabs ? innerHeight : top])
              .filter(([, bottom, end]) => bottom > end + 1);
          });
          assert.deepEqual(hidden, [], `${fragment} ${locale}`);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
          await screenshot(page, `${screen}-${locale}-${fragment.length}`);
        });
      }
    }
  });
}

test('a board wider than the screen has a note about it, and other boards fit', async () => {
  for (const [size, width, fits] of [['26x2', 1280, true], ['26x2', 640, false], ['26x2', 320, false], ['8x8', 320, true], ['8x8', 640, true], ['2x26', 320, true]]) {
    await withPage(browser, { fragment: `#size=${size}`, viewport: { width, height: width > 640 ? 800 : 400 } }, async (page) => {
      const says = await page.isVisible('#scrolls');
      const isCut = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.getElementById('scroller');
        return scrollWidth > clientWidth;
      });
      assert.deepEqual([says, isCut], [!fits, !fits], `${size} in ${width}`);
      const squares = await page.locator('#board button').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().width));
      assert.ok(Math.min(...squares) >= 24, 'squares are large enough for a finger');
    });
  }
});

test('pointing at a move shows its refutation', () =>
  withPage(browser, { fragment: '#moves=b1' }, async (page) => {
    const moves = await movesOn(page);
    const best = Math.max(...moves.map(({ value }) => value));
    for (const { name, value } of moves) {
      await page.hover(`#${name}`);
      const text = await textOf(page, 'refutation');
      const gives = best === value ? `${name} is a best move` : `${name} loses ${best - value} discs`;
      assert.ok(text.startsWith(gives), text);
      const [, reply] = text.match(/Black answers with (\w\d)/);
      assert.ok(await page.locator(`#${reply}.reply`).count());
      assert.ok((await page.locator('#board .flipped').count()) > 0);
    }
    await page.hover('h1');
    assert.equal(await textOf(page, 'refutation'), '');
  }));

test('the curve leads to each position of the game', () =>
  withPage(browser, { fragment: '#moves=b1a1a2c1d1a3a4d3pac4' }, async (page) => {
    const label = await page.getAttribute('#curve', 'aria-label');
    const turned = await page.locator('#curve .turned').count();
    assert.equal(turned, label.includes('no move') ? 0 : label.split(',').length - 1);
    for (const n of [0, 4, 10]) {
      await page.locator('#curve .band').nth(n).click();
      assert.equal(await page.locator('#game button').nth(n).getAttribute('aria-current'), 'step');
    }
  }));

test('every board can be played, and small ones are solved', () =>
  withPage(browser, {}, async (page) => {
    await chooseBoard(page, 3, 4);
    assert.equal((await movesOn(page)).length, 3);
    assert.ok(!(await page.isVisible('#width')));
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'SUMMARY');
    await page.click('#boards :text("8×8")');
    assert.match(page.url(), /#size=8x8/);
    assert.equal(await page.locator('#board button').count(), 64);
    assert.match(await textOf(page, 'progress'), /othello-solver serve/);
    await page.click('#f5');
    await page.click('#d6');
    assert.equal(await page.inputValue('#transcript'), 'f5d6');
    await chooseBoard(page, 26, 8);
    assert.match(await textOf(page, 'size-error'), /at most 64 squares/);
    assert.match(page.url(), /#size=8x8/);
    assert.equal(await page.inputValue('#width'), '26', 'the number stays, to be corrected');
    await page.fill('#height', '2');
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('#board button').count(), 52);
    await page.reload();
    assert.equal(await page.locator('#board button').count(), 52);
  }));

test('a worksheet has no values, and black and white differ on paper', () =>
  withPage(browser, {}, async (page) => {
    await page.evaluate(() => {
      globalThis.print = () => undefined;
    });
    await page.click('#print-worksheet');
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('#worksheet tbody tr').count(), 4);
    assert.equal(await page.locator('select:visible, input:visible').count(), 0);
    assert.doesNotMatch(await page.locator('body').innerText(), /−8|wins by/);
    const colours = await page.locator('#board .disc').evaluateAll((discs) => discs.map((disc) => {
      const style = getComputedStyle(disc);
      return `${style.backgroundColor} ${style.printColorAdjust}`;
    }));
    assert.deepEqual([...new Set(colours)].sort(), ['rgb(22, 22, 22) exact', 'rgb(250, 250, 250) exact']);
    await screenshot(page, 'worksheet');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.match(await page.locator('body').innerText(), /−8/);
    await screenshot(page, 'paper');
  }));

test('arrow keys move on the board and scroll the page elsewhere', () =>
  withPage(browser, {}, async (page) => {
    const focused = () => page.evaluate(() => document.activeElement.id);
    const scrolled = () => page.evaluate(() => scrollY);
    await page.focus('#a1');
    await page.keyboard.press('ArrowRight');
    assert.deepEqual([await focused(), await scrolled()], ['b1', 0]);
    await page.keyboard.press('Enter');
    assert.equal(await page.inputValue('#transcript'), 'b1');
    await page.focus('#next');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'next');
    await page.waitForFunction(() => scrollY > 0);
    await page.focus('#transcript');
    for (const key of ['ArrowLeft', 'n', 'u']) await page.keyboard.press(key);
    assert.equal(await focused(), 'transcript');
    assert.equal(await page.locator('#game button').count(), 2);
  }));

test('single letters can be switched off, also for the next visit', () =>
  withPage(browser, {}, async (page) => {
    const press = async (key) => {
      await page.focus('#a1');
      await page.keyboard.press(key);
      return page.inputValue('#transcript');
    };
    assert.equal(await press('n'), 'b1');
    assert.equal(await press('u'), '');
    assert.equal(await page.getAttribute('#undo', 'aria-keyshortcuts'), 'u');
    await page.selectOption('[name="letters"]', 'off');
    await page.reload();
    assert.equal(await press('n'), '');
    assert.doesNotMatch(await textOf(page, 'keys'), /best move/);
    assert.equal(await page.getAttribute('#undo', 'aria-keyshortcuts'), null);
    await page.click('#next');
    assert.equal(await press('u'), 'b1');
  }));

test('the chips of a line are one tab stop', () =>
  withPage(browser, { fragment: '#moves=b1a3a4d1' }, async (page) => {
    for (const list of ['line', 'game']) {
      assert.equal(await page.locator(`#${list} button[tabindex="0"]`).count(), 1);
      const number = () => page.evaluate(() => document.activeElement.querySelector('.place')?.dataset.drawn);
      await page.focus(`#${list} button[tabindex="0"]`);
      const first = Number(await number());
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      const before = Number(await number());
      await page.keyboard.press('ArrowRight');
      assert.equal(Number(await number()), before + 1);
      assert.equal(before, list === 'line' ? first : first - 2);
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate((list) => document.activeElement.closest(`#${list}`), list), null);
    }
  }));

test('a screen reader announces changes once and completely', () =>
  withPage(browser, {}, async (page) => {
    const heard = await listen(page);
    const press = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
      return heard();
    };
    const type = async (field, text) => {
      await page.fill(`#${field}`, text);
      return press('Enter');
    };
    const start = 'Black to move. With best play, White wins by 8 (11 to 3, 2 squares empty).';
    const second = 'Black: b1. White to move. With best play, White wins by 8 (11 to 3, 2 squares empty).';
    await page.focus('#b1');
    assert.deepEqual(await press('Enter'), [second]);
    for (let time = 0; time < 2; time += 1) assert.deepEqual(await press('Enter'), ['b1 is not a legal move.']);
    assert.deepEqual(await press('u'), [start]);
    for (let time = 0; time < 2; time += 1) assert.deepEqual(await press('u'), ['Nothing to undo.']);
    assert.deepEqual(await press('r'), [second]);
    assert.deepEqual(await press('r'), ['Nothing to redo.']);
    // The curve is a slider and announces its own value.
    await page.focus('#curve');
    assert.deepEqual(await press('Home'), []);

    const [error, ...more] = await type('transcript', 'banana');
    assert.equal(error, '“banana” is neither a square on this board (a1 to d4) nor a pass (pa).');
    assert.deepEqual(more, []);
    await page.selectOption('[name="score"]', 'empties-to-winner');
    assert.deepEqual(await heard(), ['With best play, White wins by 10 (11 to 3, 2 squares empty).']);
    await page.selectOption('[name="level"]', 'club');
    assert.deepEqual(await heard(), []);
    await chooseBoard(page, 3, 4);
    const [board] = await heard();
    assert.match(board, /^The board has 3 columns and 4 rows\. Black to move\. With best play, /);
  }));

test('a screen reader announces passes and the end of the game', () =>
  withPage(browser, { fragment: '#moves=b1a1a2c1d1a3a4' }, async (page) => {
    const heard = await listen(page);
    assert.match(await page.getAttribute('#d3', 'aria-label'), /, best, Black must pass$/);
    await page.click('#d3');
    assert.match((await heard()).join(), /^White: d3\. Black must pass\. /);
    await page.click('#pass');
    assert.match((await heard()).join(), /^Black: pass\. White to move\. /);
    await page.click('#c4');
    assert.match((await heard()).join(), /^White: c4\. Game over\. Neither player has a legal move\. White wins by 9 /);
    await page.keyboard.press('n');
    assert.deepEqual(await heard(), ['No best move to play.']);
  }));

test('a screen reader announces changes while setting up a position', () =>
  withPage(browser, {}, async (page) => {
    const heard = await listen(page);
    for (const [id, expected] of [
      ['edit', 'Setting up, Black to move. Discs: 2 to 2, 12 squares empty.'],
      ['a1', 'a1, black disc. Discs: 3 to 2, 11 squares empty.'],
      ['a1', 'a1, white disc. Discs: 2 to 3, 11 squares empty.'],
      ['side', 'Setting up, White to move. Discs: 2 to 3, 11 squares empty.'],
      ['clear', 'Discs: 0 to 0, 16 squares empty.'],
      ['done', 'Neither player could move in this position. Add discs, or cancel.'],
      ['cancel', 'Black to move. With best play, White wins by 8 (11 to 3, 2 squares empty).'],
    ]) {
      await page.click(`#${id}`);
      assert.deepEqual(await heard(), [expected]);
    }
    assert.ok(await page.evaluate(() => document.activeElement.closest('#board')), 'the focus was lost with the Cancel button');
  }));

test('the label of each square describes the move there', () =>
  withPage(browser, { fragment: '#moves=b1' }, async (page) => {
    const labels = await page.locator('#board button').evaluateAll((all) => all.map((it) => it.ariaLabel));
    const legal = labels.filter((label) => label.includes('legal move'));
    assert.ok(legal.length > 1 && legal.every((label) => /, Black answers with \w\d$/.test(label)), `${legal}`);
    for (const label of legal) assert.notEqual(label.includes(', best'), /loses \d/.test(label), label);
    assert.equal(await page.locator('#board button[aria-describedby]').count(), 0);
    assert.deepEqual((await page.locator('#moves td:nth-child(3)').allTextContents()).filter((cost) => !/^(best|1 disc|\d+ discs)$/.test(cost)), []);
  }));

test('an error describes its field once the focus has left', () =>
  withPage(browser, {}, async (page) => {
    const described = () => page.getAttribute('#position', 'aria-describedby');
    await page.fill('#position', 'nonsense');
    await page.keyboard.press('Enter');
    assert.equal(await described(), null, 'the error is announced, so a description now would be read as well');
    await page.keyboard.press('Tab');
    assert.equal(await described(), 'position-error');
  }));

test('the chips of a line stay where they are', () =>
  withPage(browser, {}, async (page) => {
    const chip = await page.$('#line button');
    const place = () => chip.evaluate((it) => [it.isConnected, it.offsetLeft, it.getBoundingClientRect().y + scrollY]);
    const before = await place();
    await page.click('#line button');
    assert.deepEqual(await place(), before);
    await page.locator('#line button').last().click();
    assert.equal(await textOf(page, 'turn'), 'Game over');
  }));

test('the map can be used by keyboard', () =>
  withPage(browser, {}, async (page) => {
    const plies = () => page.evaluate(() => document.activeElement.title.split(':')[0]);
    await page.focus('#tree summary');
    await page.keyboard.press('Tab');
    const path = [];
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowUp']) {
      await page.keyboard.press(key);
      path.push(await plies());
    }
    assert.match(path[1], new RegExp(`^${path[0]} \\w\\d$`));
    assert.match(path[2], new RegExp(`^${path[1]} \\w\\d$`));
    assert.deepEqual(path.slice(4), [path[2], path[1]]);
    await page.keyboard.press('Enter');
    assert.equal(await page.inputValue('#transcript'), path[1].replace(' ', ''));
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY');
  }));

test('the page and the program count the same number of positions', () =>
  withPage(browser, {}, async (page) => {
    const { total } = solved.positions;
    assert.ok((await textOf(page, 'solved')).includes(`all ${total.toLocaleString('en')} positions`));
  }));

test('the map states whose point of view its values have', () =>
  withPage(browser, {}, async (page) => {
    assert.equal(await textOf(page, 'viewpoint'), 'Black');
    await page.click('#b1');
    assert.equal(await textOf(page, 'viewpoint'), 'White');
  }));

test('the focus stays in the list being used', () =>
  withPage(browser, {}, async (page) => {
    const focused = () => page.evaluate(() => document.activeElement.closest('[id]').id);
    await page.focus('#line button');
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'line');
    while ((await textOf(page, 'turn')) !== 'Game over') await page.keyboard.press('Enter');
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY');
  }));

for (const reducedMotion of ['no-preference', 'reduce']) {
  test(`discs that are flipped turn: ${reducedMotion}`, () =>
    withPage(browser, { reducedMotion }, async (page) => {
      const turning = await page.evaluate(() => {
        document.getElementById('b1').click();
        const turns = document.getAnimations().filter((it) => it.animationName === 'turn');
        return turns.map(({ effect }) => effect.target.closest('button').id);
      });
      assert.deepEqual(turning, reducedMotion === 'reduce' ? [] : ['b2']);
      assert.match(await page.getAttribute('#b2', 'aria-label'), /^b2, black disc$/);
      // Discs that stay the same do not move, and another game is not a move.
      await page.evaluate(() => (location.hash = '#size=6x6'));
      await page.waitForFunction(() => document.title.startsWith('6×6'));
      assert.equal(await page.locator('.turning').count(), 0);
    }));
}

test('a black disc stands out from the board and the page in dark colours', () =>
  withPage(browser, { colorScheme: 'dark' }, async (page) => {
    const colors = await page.evaluate(() => {
      const style = (selector) => getComputedStyle(document.querySelector(selector));
      const backgrounds = ['#a1', '#line button'].map((selector) => style(selector).backgroundColor);
      return [style('#board .disc.black').borderTopColor, ...backgrounds];
    });
    const luminance = (color) => {
      const parts = color.match(/\d+/g).slice(0, 3).map((part) => (part / 255) ** 2.2);
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const [rim, ...backgrounds] = colors.map(luminance);
    for (const background of backgrounds) assert.ok((rim + 0.05) / (background + 0.05) > 3, `${colors}`);
  }));

test('values can be hidden', () =>
  withPage(browser, {}, async (page) => {
    await page.selectOption('[name="values"]', 'hidden');
    assert.deepEqual(await movesOn(page), []);
    assert.equal(await page.locator('#board button:not([aria-disabled])').count(), 4);
    // The last announcement may contain a value until it is replaced.
    await page.waitForFunction(() => !/−8|wins by/.test(document.querySelector('main').innerText));
  }));

const SIZES = { small: [320, 568], phone: [390, 844], desktop: [1280, 900] };
const go = (fragment) => (page) => openAt(page, fragment);
const click = (...selectors) => async (page) => {
  for (const selector of selectors) await page.click(selector);
};
const type = (field, text) => async (page) => {
  await page.fill(field, text);
  await page.keyboard.press('Enter');
};

/** The states of the page, and how each is reached from the one before. */
const STATES = {
  start: () => undefined,
  midgame: go('#moves=b1a3a4'),
  pointed: (page) => page.hover('#board [aria-label*="a1"]'),
  takenback: go('#moves=b1a3a4&ply=1'),
  pass: go('#moves=b1a1a2c1d1a3a4d3'),
  over: go('#moves=b1a1a2c1d1a3a4d3pac4'),
  mistake: go('#start=round&moves=b1b1'),
  setup: click('#edit', '#a1'),
  nothing: click('#clear', '#done'),
  badsize: async (page) => {
    await page.click('#cancel');
    await chooseBoard(page, 26, 26);
  },
  badgame: type('#transcript', 'banana'),
  hidden: go('#values=hidden'),
  large: go('#size=8x8&moves=f5d6c3'),
  long: go('#size=2x26'),
  wide: go('#size=26x2'),
};

// Texts differ most in length where there is least room.
for (const [size, locale] of [['small', 'en'], ['small', 'ja'], ['phone', 'en'], ['desktop', 'en']]) {
  test(`accessible and without a sideways scroll bar: ${size}, ${locale}`, () => {
    const [width, height] = SIZES[size];
    return withPage(browser, { locale, viewport: { width, height } }, async (page) => {
      assert.equal(await page.getAttribute('html', 'lang'), locale);
      for (const [state, reach] of Object.entries(STATES)) {
        await reach(page);
        for (const colorScheme of ['light', 'dark']) {
          await page.emulateMedia({ colorScheme });
          // Only colours differ in the dark.
          assert.deepEqual(await axe(page, colorScheme === 'dark' ? ['color-contrast'] : undefined), [], state);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, state);
          await screenshot(page, `${size}-${colorScheme}-${locale}-${state}`);
        }
      }
    });
  });
}

/** Everything that can be opened besides the tabs, one after the other. */
const OPENED = {
  boards: click('#other summary'),
  map: click('#moves-tab', '#tree summary'),
  game: async (page) => {
    await openAt(page, '#moves=b1a1a2c1d1a3a4&line=b1c1d1a1');
    await page.click('#game-tab');
  },
  plan: async (page) => {
    await page.click('#plan-tab');
    await page.locator('#plan-buttons button').first().click();
    await page.waitForSelector('#plan-now button');
  },
  guess: click('#moves-tab', '#guess'),
  brush: click('#edit', '#brushes [value="white"]', '#b1'),
};

for (const [width, height] of [[320, 568], [390, 844], [844, 390], [1280, 800]]) {
  for (const locale of ['en', 'ja']) {
    test(`every part of the page is accessible: ${width}×${height}, ${locale}`, () =>
      withPage(browser, { viewport: { width, height }, locale, fragment: '#moves=b1a3', isFolded: true }, async (page) => {
        const check = async (state) => {
          assert.deepEqual(await axe(page), [], state);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, state);
        };
        for (const tab of await page.locator('#tabs button').all()) {
          await tab.click();
          const panel = page.locator(`#${await tab.getAttribute('aria-controls')}`);
          assert.ok(await panel.isVisible());
          await check(await tab.innerText());
        }
        for (const [state, reach] of Object.entries(OPENED)) {
          await reach(page);
          await check(state);
        }
      }));
  }
}
