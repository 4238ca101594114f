// Helpers: Chromium, the page in it, and ways to read the page.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const PAGE = new URL('../../results/explorer.html', import.meta.url);

const FLAGS = [
  '--no-sandbox', // needed when running as root in a container
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Ends a test that hangs, in milliseconds: longer than anything takes on a slow machine. */
export const WATCHDOG = 900_000;

/** Starts the system's Chromium. */
export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS, timeout: WATCHDOG });
}

/** Waits until the number of searches, which `running` gives, is zero, or until it is not. */
export async function untilRunning(page, expected, running) {
  const began = performance.now();
  while ((await running()) > 0 !== expected) {
    assert.ok(performance.now() - began < WATCHDOG, expected ? 'no search is running' : 'the search is still running');
    await page.waitForTimeout(100);
  }
}

/**
 * Opens the page, from disk or from the server at `address`, and passes it to `use`. Then checks
 * that nothing was written to the console except what `ignores` matches, and that no request went
 * elsewhere. Everything on the page that can be folded is unfolded, and the parts behind tabs are shown, unless
 * `isFolded`.
 */
export async function withPage(browser, { address, fragment = '', ignores = /^$/, isFolded = false, ...options }, use) {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en', ...options });
  context.setDefaultTimeout(WATCHDOG);
  try {
    const page = await context.newPage();
    const complaints = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.stack));
    page.on('request', (request) => {
      const { protocol, origin, pathname } = new URL(request.url());
      const isExpected = address ? origin === new URL(address).origin : pathname === PAGE.pathname;
      if (protocol !== 'data:' && !isExpected) complaints.push(`requested ${request.url()}`);
    });
    await page.goto((address ?? PAGE.href) + fragment);
    if (!isFolded) await unfold(page);
    await use(page);
    assert.deepEqual(complaints.filter((complaint) => !ignores.test(complaint)), []);
  } finally {
    await context.close();
  }
}

/** Shows what is folded or behind a tab. */
export function unfold(page) {
  return page.evaluate(() => {
    document.querySelectorAll('main details').forEach((it) => (it.open = true));
    document.querySelectorAll('[role="tabpanel"]').forEach((it) => (it.hidden = false));
  });
}

/**
 * The legal moves as the board's labels describe them: name, value and whether the move is best.
 */
export async function movesOn(page) {
  const labels = await page.locator('#board button').evaluateAll((buttons) => buttons.map((it) => it.ariaLabel));
  const moves = labels.flatMap((label) => {
    const found = label.match(/^(\w\d), legal move, value ([+−]?\d+)(, best)?(, .+)?$/);
    return found ? [{ name: found[1], value: Number(found[2].replace('−', '-')), best: Boolean(found[3]) }] : [];
  });
  return moves;
}

/** The line of best play shown on the page, where it is exact: names of squares, and `pass`. */
export function lineOn(page) {
  return page.locator('#line button:not([aria-label*="by forecast"])').evaluateAll((chips) => chips.map((chip) => chip.ariaLabel.match(/: (\w+)/)[1]));
}

/** The text of the element with an id. */
export function textOf(page, id) {
  return page.locator(`#${id}`).innerText();
}

/**
 * Records the page's screen-reader announcements. Returns a function that gives those made since
 * its last call.
 */
export async function listen(page) {
  await page.evaluate(() => {
    globalThis.heard = [];
    const place = document.getElementById('announcement');
    new MutationObserver(() => heard.push(place.textContent.trim())).observe(place, { childList: true });
  });
  // Wait by the page's own clock, so that every pending announcement has been made.
  const since = () => page.evaluate(() => new Promise((done) => setTimeout(() => done(globalThis.heard.splice(0)), 400)));
  await since();
  return since;
}

/**
 * The English words on a page in Japanese, in its texts and labels. Squares and formats have Latin
 * names.
 */
export function latinWords(page) {
  return page.evaluate(() => {
    const names =
      /^([a-z]|pa|OBF|GGF|BO|SGF|MIT|Apache|Enter|othello|html|solver|serve|English|size|start|banana|round|diagonal|parallel)$/i;
    const labelled = [...document.querySelectorAll('[aria-label], [title]')];
    const texts = [document.title, ...labelled.flatMap((it) => [it.ariaLabel, it.title])];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (!parentElement.closest('script, template, noscript')) texts.push(data);
    }
    const words = texts.join(' ').match(/[a-z]+/gi);
    return [...new Set(words)].filter((word) => !names.test(word));
  });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Accessibility violations: each broken rule, and where. `rules` are all rules, or some by name. */
export async function axe(page, rules) {
  await page.evaluate(AXE);
  const options = rules ? { runOnly: { type: 'rule', values: rules } } : {};
  const { violations } = await page.evaluate((options) => globalThis.axe.run(options), { resultTypes: ['violations'], ...options });
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
}

/** Changes the address, and waits until the page shows it. */
export function openAt(page, fragment) {
  const change = (fragment) => new Promise((done) => {
    addEventListener('hashchange', done, { once: true });
    location.hash = fragment;
  });
  return page.evaluate(change, fragment);
}

/** Shows a board of any size. */
export async function chooseBoard(page, width, height) {
  await page.click('#other summary');
  await page.fill('#width', `${width}`);
  await page.fill('#height', `${height}`);
  await page.keyboard.press('Enter');
}

/** The colours of the pixels in a part of the screen, each as red, green and blue. */
export async function coloursIn(page, clip) {
  const picture = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const { width, height } = image;
    const drawing = new OffscreenCanvas(width, height).getContext('2d');
    drawing.drawImage(image, 0, 0);
    const { data } = drawing.getImageData(0, 0, width, height);
    return Array.from({ length: width * height }, (_, n) => [...data.slice(4 * n, 4 * n + 3)]);
  }, picture);
}

/**
 * Headings that are alone at the foot of a page, on paper of many heights. Columns break where pages of the same size
 * do, and in them every place can be measured.
 */
export async function headingsAlone(page) {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 720, height: 1000 });
  return page.evaluate(() => {
    const alone = [];
    for (let height = 500; height <= 1100; height += 25) {
      document.body.style.cssText = `margin: 0; width: 680px; height: ${height}px; columns: 1; column-gap: 0; column-fill: auto`;
      const columnOf = (it) => Math.floor(it.getClientRects()[0].left / 680);
      const parts = [...document.querySelectorAll('h1, h2, h3, p, li, svg, img, tbody tr')].filter((it) => it.getClientRects().length > 0);
      for (const [n, it] of parts.entries()) {
        const next = parts[n + 1];
        if (it.matches('h1, h2, h3') && next && columnOf(next) !== columnOf(it)) alone.push(`${it.innerText} (${height})`);
      }
    }
    document.body.style.cssText = '';
    return alone;
  });
}

/** Saves a screenshot in the folder named by $SCREENSHOTS, if it is set. */
export async function screenshot(page, name) {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** The API's result for a position once its search has finished. */
async function solve(address, query) {
  for (;;) {
    const response = await fetch(`${address}api/v1/solve?${new URLSearchParams({ wait: '10s', ...query })}`);
    if (response.status === 200) return response.json();
    assert.equal(response.status, 202);
  }
}

/** Asserts that the moves on the board match the API of the program at this address. */
export async function assertMovesMatch(page, address, query) {
  const { value, moves } = await solve(address, query);
  const byName = (one, other) => (one.name < other.name ? -1 : 1);
  const expected = moves.map(({ move, value: of }) => ({ name: move, value: of, best: of === value }));
  assert.deepEqual((await movesOn(page)).sort(byName), expected.sort(byName));
}

/** Pastes a text into the page, or drops it there, perhaps as a file. */
export function give(page, type, text, isFile = false) {
  return page.evaluate(
    ([type, text, isFile]) => {
      const data = new DataTransfer();
      if (isFile) data.items.add(new File([text], 'game.txt', { type: 'text/plain' }));
      else data.setData('text/plain', text);
      const options = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data };
      document.body.dispatchEvent(new (type === 'paste' ? ClipboardEvent : DragEvent)(type, options));
    },
    [type, text, isFile],
  );
}

/** Texts that only a solver reads, the fragments that they open, and the note if there is more in them. */
const NOTATIONS = [
  ['(;FF[4]GM[2]SZ[6];B[c2];W[b4])', '#size=6x6&moves=c2b4'],
  ['(;GM[2]SZ[8];B[f5];W[f6])\n(;GM[2]SZ[8];B[c4])', '#size=8x8&moves=f5f6', 'This text has 2 games; the first is shown.'],
  ['[Event "Final"]\n[Black "A"]\n[White "B"]\n\n1. f5 d6 2. c3 *\n', '#size=8x8&moves=f5d6c3'],
  ['  a b c d\n1 - - - -\n2 - X O -\n3 - O X -\n4 - - - -\nWhite to move\n', '#size=4x4&position=-----XO--OX-----+O'],
];

/** Asserts that texts that only the solver can read are opened, too. */
export async function assertSolverReads(page) {
  for (const [text, fragment, note = ''] of NOTATIONS) {
    await give(page, 'paste', text);
    await page.waitForFunction((fragment) => location.hash === fragment, fragment);
    assert.equal(await textOf(page, 'anything-error'), '');
    assert.equal(await textOf(page, 'anything-note'), note);
  }
  await give(page, 'paste', 'hello world');
  await page.locator('#anything-error', { hasText: /./ }).waitFor();
  assert.equal(await page.inputValue('#anything'), 'hello world');
  assert.equal(await page.evaluate(() => location.hash), NOTATIONS.at(-1)[1]);
}

/** Hides the page, or shows it again, as other tabs and windows do. */
function setHidden(page, isHidden) {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, isHidden);
}

/** Waits until the forecasts look further ahead. */
async function untilDeeper(page) {
  const depth = async () => Number((await textOf(page, 'progress')).match(/Looking (\d+)/)?.[1] ?? 0);
  const before = await depth();
  const began = performance.now();
  while (!((await depth()) > before)) {
    assert.ok(performance.now() - began < WATCHDOG, `the forecasts stay at ${before} plies`);
    await page.waitForTimeout(100);
  }
}

/**
 * On 8×8: asserts that the search stops when it would take too long, and when the page is not used, and that forecasts
 * take its place, which look further and further ahead. `running` gives the number of searches.
 */
export async function assertLongSearchStops(page, running) {
  const becomes = async (state, isSearching) => {
    await page.waitForSelector(`#progress[data-state="${state}"]`);
    await untilRunning(page, isSearching, running);
  };
  await becomes('long', true);
  assert.match(await textOf(page, 'progress'), /^Too long to finish here(: [a-z ]+ left)?\.( Looking \d+ plies ahead\.)?$/);
  await untilDeeper(page);
  assert.match(await textOf(page, 'next'), /≈ Best move$/);
  const labels = await page.locator('#line button').evaluateAll((chips) => chips.map((chip) => chip.ariaLabel));
  assert.ok(labels.length > 1 && labels.every((label) => label.endsWith(', by forecast')), `${labels}`);
  await page.click('#next');
  assert.equal(await page.locator('#game button').last().getAttribute('aria-label'), labels[0].replace(', by forecast', ''));
  await page.click('#undo');
  await becomes('long', true);
  await page.click('#insist');
  await becomes('asking', true);
  await page.click('#stop');
  await becomes('long', true);
  await page.click('#insist');
  await becomes('asking', true);

  await page.clock.install();
  await setHidden(page, true);
  await page.clock.fastForward(10_000);
  await becomes('paused', false);
  await setHidden(page, false);
  await becomes('asking', true);
  await page.clock.fastForward(600_000);
  await becomes('paused', false);
  await page.mouse.move(5, 5);
  await becomes('asking', true);
}

/** Edits a position of 5×6: two squares, and the side to move. */
export async function setUp5x6(page) {
  for (const name of ['edit', 'a1', 'e6', 'e6', 'side', 'done']) await page.click(`#${name}`);
}
