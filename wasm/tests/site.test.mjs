// Opens target/site/ from a plain file server, and uses it as people do. What it shows is compared with the
// answers of the program.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
  WATCHDOG, assertLongSearchStops, assertMovesMatch, assertSolverReads, launch, lineOn, movesOn, openAt, screenshot, setUp5x6, textOf, untilRunning,
  withPage,
} from '../../tests/browser/browser.mjs';
import { serve, settled } from '../../tests/browser/served.mjs';
import { afterForcedPass, nameOf } from '../../src/web/game.mjs';
import { play, startOf } from '../../src/web/rules.mjs';
import { PATH, serveFiles } from './files.mjs';

/** The most bytes, compressed, until the page has shown its first board and the solver has answered. */
const MOST_AT_FIRST = 400_000;

let browser;
let files;
let program;
before(async () => {
  [browser, files, program] = await Promise.all([launch(), serveFiles(), serve({ threads: 1 })]);
});
after(() => Promise.all([browser.close(), files.stop(), program.stop()]));

const open = (fragment, use, options = {}) =>
  withPage(browser, { address: files.address, fragment, ...options }, use);

const assertMoves = (page, query) => assertMovesMatch(page, program.address, query);

/** Waits until the browser has kept everything that the site needs without a network. */
const kept = (page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const weights = async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return all.flat().filter(({ url }) => url.endsWith('.weights')).length;
    };
    while (active.state !== 'activated' || (await weights()) < 12) await new Promise((done) => setTimeout(done, 100));
  });

/** Files that the page needs come from the server, and not from what the service worker has kept. */
const WITHOUT_WORKER = { serviceWorkers: 'block', ignores: /Service Worker registration blocked/ };

const { line } = JSON.parse(readFileSync(new URL('../../results/6x6.json', import.meta.url), 'utf8'));

test('6×6 opens with all its values, before the solver is there', async () => {
  const options = { address: `${files.address}icon.svg`, ...WITHOUT_WORKER };
  await withPage(browser, options, async (page) => {
    files.requested.length = 0;
    let release;
    const released = new Promise((done) => (release = done));
    await page.route('**/solver/**', (route) => released.then(() => route.continue()));
    const began = performance.now();
    await page.goto(files.address);
    await page.waitForSelector('#board .exact');
    const took = Math.round(performance.now() - began);
    assert.equal(await textOf(page, 'title'), '6×6 Othello');
    assert.deepEqual((await movesOn(page)).map(({ value }) => value), [-4, -4, -4, -4]);
    const first = bytes(files.requested);
    release();
    // The lines of its moves are known, so nothing is searched.
    await settled(page);
    assert.equal((await lineOn(page)).join(''), line);
    await page.click('#c2');
    await page.waitForSelector('#board .exact');
    const withSolver = bytes(files.requested.filter((name) => !name.endsWith('.weights')));
    console.log(`${first} bytes and ${took} ms until the first values, ${withSolver} bytes with the solver`);
    assert.ok(files.requested.includes('solver/openings/6x6-opening.txt'));
    assert.ok(withSolver <= MOST_AT_FIRST, `${withSolver} bytes`);
    await screenshot(page, 'site-start');
  });
});

/** The size of files, each compressed and counted once. */
function bytes(names) {
  const site = new URL('../../target/site/', import.meta.url);
  const sizes = [...new Set(names)].map((name) => execFileSync('gzip', ['-9c', new URL(name, site).pathname]).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

for (const [size, moves] of [
  ['5x6', 'c5d3c2b1e2c6a3e4d1a4'],
  ['7x4', 'c1'],
]) {
  test(`${size} is solved`, () =>
    open(`#size=${size}&moves=${moves}`, async (page) => {
      await settled(page);
      await assertMoves(page, { size, moves });
    }));
}

test('a position is set up and solved', () =>
  open('#size=5x6&moves=c5d3c2b1e2c6a3e4d1a4', async (page) => {
    await setUp5x6(page);
    await settled(page);
    await assertMoves(page, { size: '5x6', position: await page.inputValue('#position') });
  }));

test('a game of 6×6 is searched after nine plies, and followed to its end', () =>
  open(`#size=6x6&moves=${line.slice(0, 18)}`, async (page) => {
    await page.waitForSelector('#board .exact');
    const began = performance.now();
    await settled(page);
    console.log(`6x6 after nine plies: ${Math.round(performance.now() - began)} ms`);
    await assertMoves(page, { size: '6x6', moves: line.slice(0, 18) });
    for (const ply of await lineOn(page)) await page.click(ply === 'pass' ? '#pass' : `#${ply}`);
    assert.equal(await textOf(page, 'value'), 'White wins by 4 (20 to 16).');
  }));

const ENDGAME = 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X';

test('8×8 is solved with 16 empty squares', () =>
  open('', async (page) => {
    await page.selectOption('[name="score"]', 'empties-to-winner');
    await page.fill('#position', ENDGAME);
    await page.keyboard.press('Enter');
    await page.fill('#transcript', 'a2b1c1b6');
    await page.keyboard.press('Enter');
    const position = await page.inputValue('#position');
    assert.equal(position.match(/-/g).length, 16);
    const began = performance.now();
    await settled(page);
    console.log(`8x8 with 16 empty squares: ${Math.round(performance.now() - began)} ms`);
    assert.match(await textOf(page, 'value'), /^With best play, Black wins by 38 /);
    await assertMoves(page, { position, score: 'empties-to-winner' });
  }));

/** A game of 8×8 until 30 squares are empty. */
function midgame() {
  let position = startOf(8, 8, 'diagonal');
  let moves = '';
  while (position.cells.filter((cell) => cell === null).length > 30) {
    position = afterForcedPass(position);
    const square = position.moves[position.moves.length >> 1];
    moves += nameOf(position, square);
    position = play(position, square);
  }
  return moves;
}

test('8×8 has forecasts with 30 empty squares, and the search is left', () =>
  open(`#size=8x8&moves=${midgame()}`, async (page) => {
    assert.equal((await page.inputValue('#position')).match(/-/g).length, 30);
    await page.waitForSelector('#board .forecast');
    assert.match(await textOf(page, 'value'), /Forecast: .*give or take \d/);
    await page.locator('#progress', { hasText: /^Searching: [\d,]+ positions? so far/ }).waitFor();
    assert.ok(page.workers().length > 0);
    await page.evaluate(() => (location.hash = '#size=4x4'));
    await page.waitForFunction(() => document.title.startsWith('4×4'));
    assert.equal((await movesOn(page)).length, 4);
    await untilRunning(page, false, () => page.workers().length);
    // The next search has another worker.
    const again = performance.now();
    await page.evaluate((moves) => (location.hash = `#size=6x6&moves=${moves}`), line.slice(0, 40));
    await settled(page);
    console.log(`the next position: ${Math.round(performance.now() - again)} ms`);
    await assertMoves(page, { size: '6x6', moves: line.slice(0, 40) });
  }));

test('a search stops if it takes too long or the page is not used', () =>
  open('#size=8x8', (page) => assertLongSearchStops(page, async () => page.workers().length)));

test('what only the solver can read is opened, too', () => open('', assertSolverReads));

test('a plan is made by the solver, and what it needs is loaded on demand', () =>
  open('#size=5x5', async (page) => {
    files.requested.length = 0;
    await page.locator('#plan-buttons button').first().click();
    await page.locator('#plan-buttons button', { hasText: 'Try to break it' }).waitFor();
    assert.match(await textOf(page, 'plan-about'), /^\w+ wins by at least \d+, whatever \w+ does\. The plan has [\d,]+ positions/);
    assert.ok(files.requested.includes('plan.js'));
  }, WITHOUT_WORKER));

test('two tabs search at the same time, and one may be closed', () =>
  open(`#size=6x6&moves=${line.slice(0, 24)}`, async (page) => {
    const other = await page.context().newPage();
    await other.goto(`${files.address}#size=5x6&moves=c5d3c2b1e2c6`);
    const left = await page.context().newPage();
    await left.goto(`${files.address}#size=8x8&moves=f5`);
    await left.waitForSelector('#board .forecast');
    await left.close();
    for (const [tab, size, moves] of [[page, '6x6', line.slice(0, 24)], [other, '5x6', 'c5d3c2b1e2c6']]) {
      await settled(tab);
      await assertMoves(tab, { size, moves });
    }
  }));

test('a whole game is reviewed', () =>
  open('', async (page) => {
    await page.fill('#transcript', '(;GM[Othello]BO[5 ------OX---XO------------ *]B[d3]W[d2]B[a1]W[c4]B[b5]W[a2];)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#curve .point');
    await page.waitForFunction(() => document.getElementById('review-tools').hidden);
    assert.equal(await page.locator('#curve .point.exact').count(), 7);
  }));

test('after the first visit it works without a network', async () => {
  const server = await serveFiles();
  await withPage(browser, { address: server.address }, async (page) => {
    await page.waitForSelector('#board .exact');
    await page.reload();
    await page.waitForSelector('#board .exact');
    await kept(page);
    await server.stop();
    await page.reload();
    await page.waitForSelector('#board .exact');
    assert.equal((await movesOn(page)).length, 4);
    await page.evaluate(() => (location.hash = '#size=8x8&moves=f5d6c3'));
    await page.waitForSelector('#board .forecast');
    await page.goto(`${server.address}#size=6x6&moves=${line.slice(0, 40)}`);
    await settled(page);
    await assertMoves(page, { size: '6x6', moves: line.slice(0, 40) });
  });
});

/** Opens the site, has the browser keep it, and passes on the page and its server. */
async function withKeptSite(others, use) {
  const server = await serveFiles({ others });
  const ignores = /Failed to load resource/;
  try {
    await withPage(browser, { address: server.address, ignores }, async (page) => {
      await kept(page);
      await use(page, server);
    });
  } finally {
    await server.stop();
  }
}

test('the service worker leaves neighbours of the site alone', () =>
  withKeptSite({ [`${PATH}timetable.html`]: '<title>Timetable</title>', [`${PATH}club/`]: '<title>Club</title>' }, async (page, { address, requested }) => {
    for (const [path, title] of [['timetable.html', 'Timetable'], ['club/', 'Club'], ['missing.html', ''], ['index.html', '6×6 Othello, exact values']]) {
      await page.goto(address + path);
      assert.equal(await page.title(), title);
    }
    // The page itself comes from the network as long as there is one.
    requested.length = 0;
    await page.goto(address);
    await page.waitForSelector('#board .exact');
    assert.ok(requested.includes('index.html') && requested.includes('page.js'), `${requested}`);
  }));

/** Waits until no service worker and no cache is left. */
const untilLeft = (page) =>
  page.evaluate(async () => {
    const isLeft = async () => !(await navigator.serviceWorker.getRegistration()) && (await caches.keys()).length === 0;
    while (!(await isLeft())) await new Promise((done) => setTimeout(done, 100));
  });

test('where the site was removed, the service worker unregisters itself', () =>
  withKeptSite({}, async (page, { address, remove }) => {
    remove();
    await page.goto(address);
    assert.equal(await page.locator('#board').count(), 0);
    await untilLeft(page);
  }));

test('another program at the same address takes the place of the site', () => {
  const others = {};
  return withKeptSite(others, async (page, { address, remove }) => {
    remove();
    others[PATH] = '<title>Another program</title>';
    others[`${PATH}service-worker.js`] = 'a page for every path';
    await page.goto(address);
    assert.equal(await page.title(), 'Another program');
    await untilLeft(page);
  });
});

/** The page in one file, as it is opened from a disk. */
const ONE_FILE = new URL('../../target/site/othello.html', import.meta.url);

test('the single file solves any board from a disk, without a request', async () => {
  assert.ok(statSync(ONE_FILE).size <= 2_500_000, `${statSync(ONE_FILE).size} bytes`);
  const requested = [];
  const context = await browser.newContext({ locale: 'en' });
  context.setDefaultTimeout(WATCHDOG);
  try {
    const page = await context.newPage();
    page.on('request', (request) => requested.push(new URL(request.url()).protocol));
    page.on('console', (message) => assert.fail(message.text()));
    await page.goto(ONE_FILE.href);
    await page.waitForSelector('#board .exact');
    await settled(page);
    assert.equal((await lineOn(page)).join(''), line);
    for (const fragment of [`#size=6x6&moves=${line.slice(0, 24)}`, '#size=5x6&moves=c5d3c2b1e2c6a3e4d1a4']) {
      await openAt(page, fragment);
      await settled(page);
      const query = Object.fromEntries(new URLSearchParams(fragment.slice(1)));
      await assertMoves(page, query);
    }
    await openAt(page, '#size=8x8&moves=f5d6c3');
    await page.waitForSelector('#board .forecast');
    assert.deepEqual(requested.filter((protocol) => !['file:', 'blob:', 'data:'].includes(protocol)), []);
  } finally {
    await context.close();
  }
});
