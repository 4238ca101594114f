// Chromium, the page in it, and what the tests ask of the page.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const PAGE = new URL('../../results/explorer.html', import.meta.url);

const FLAGS = [
  '--no-sandbox', // it is run as root in a container
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the Chromium of the system. */
export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/**
 * Opens the page, from disk or from the server at `address`, lets `use` look at
 * it, and then checks that nothing was written to the console, but what
 * `ignores` matches, and that nobody else was asked for anything.
 */
export async function withPage(browser, { address, fragment = '', ignores = /^$/, ...options }, use) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  try {
    const page = await context.newPage();
    const complaints = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.stack));
    page.on('request', (request) => {
      const { protocol, origin, pathname } = new URL(request.url());
      const isExpected = address ? origin === new URL(address).origin : pathname === PAGE.pathname;
      if (protocol !== 'data:' && !isExpected) complaints.push(`asked for ${request.url()}`);
    });
    await page.goto((address ?? PAGE.href) + fragment);
    await use(page);
    assert.deepEqual(complaints.filter((complaint) => !ignores.test(complaint)), []);
  } finally {
    await context.close();
  }
}

/** What the board says of its legal moves: their values by name, and which are best. */
export async function movesOn(page) {
  const labels = await page.locator('#board button').evaluateAll((buttons) => buttons.map((it) => it.ariaLabel));
  const moves = labels.flatMap((label) => {
    const found = label.match(/^(\w\d), legal move, value ([+−]?\d+)(, best)?(, .+)?$/);
    return found ? [{ name: found[1], value: Number(found[2].replace('−', '-')), best: Boolean(found[3]) }] : [];
  });
  return moves;
}

/** The line of best play as the page shows it: the names of squares, and `pass`. */
export function lineOn(page) {
  return page.locator('#line button').evaluateAll((chips) => chips.map((chip) => chip.ariaLabel.match(/: (\w+)/)[1]));
}

/** The text of an element, by its id. */
export function textOf(page, id) {
  return page.locator(`#${id}`).innerText();
}

/**
 * Has the page keep what it has a screen reader say, and gives a function that tells what that was since
 * it was asked last.
 */
export async function listen(page) {
  await page.evaluate(() => {
    globalThis.heard = [];
    const place = document.getElementById('announcement');
    new MutationObserver(() => heard.push(place.textContent.trim())).observe(place, { childList: true });
  });
  // By the clock of the page, so that all that it was to say by then has been said.
  const since = () => page.evaluate(() => new Promise((done) => setTimeout(() => done(globalThis.heard.splice(0)), 400)));
  await since();
  return since;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is not accessible: each rule that is broken, and where. */
export async function axe(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
}

/** Keeps a picture in the folder that SCREENSHOTS names, if it names one. */
export async function screenshot(page, name) {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
