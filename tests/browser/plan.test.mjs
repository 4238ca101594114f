// Plans on the page: their steps, following them and trying to break them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { axe, latinWords, launch, screenshot, textOf, withPage } from './browser.mjs';
import { serve, settled } from './served.mjs';
import { after as play, legalPlies } from '../../src/web/game.mjs';
import { Knowledge } from '../../src/web/knowledge.mjs';
import { Plan, makePlan } from '../../src/web/plan.mjs';
import { startOf } from '../../src/web/rules.mjs';

let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(() => Promise.all([browser.close(), server.stop()]));

const planOf = (side) => JSON.parse(readFileSync(new URL(`../../results/4x4-${side}-plan.json`, import.meta.url), 'utf8'));

/** Plays every line of the opponent against a plan, and returns the lowest score. */
function worst(plan, position, seen = new Map()) {
  const key = `${position.cells} ${position.side}`;
  if (position.turn === 'over') return plan.scoreOf(position);
  if (!seen.has(key)) {
    const isOwn = position.turn === 'place' && position.side === plan.side;
    const plies = isOwn ? [plan.stepFor(position).ply] : legalPlies(position);
    seen.set(key, Math.min(...plies.map((ply) => worst(plan, play(position, ply), seen))));
  }
  return seen.get(key);
}

test('the page without a solver makes plans that keep their promises, and the smallest ones for 4×4', () => {
  const knowledge = new Knowledge();
  for (const [width, height] of [[4, 4], [3, 4], [5, 3]]) {
    for (const start of ['diagonal', 'parallel']) {
      for (const [score, objective] of [['discs', 'most'], ['discs', 'fewest'], ['empties-to-winner', 'most']]) {
        const [root, rules] = [startOf(width, height, start), { score, objective }];
        const { value } = knowledge.solution(root, rules).of(root);
        for (const side of ['black', 'white']) {
          const plan = new Plan(root, rules, makePlan(root, rules, side, knowledge));
          assert.equal(plan.secures, side === 'black' ? value : -value || 0);
          assert.equal(worst(plan, root), plan.secures);
          assert.ok(plan.covers(root));
        }
      }
    }
  }
  for (const side of ['black', 'white']) {
    const { secures, positions, steps } = planOf(side);
    const made = makePlan(startOf(4, 4, 'diagonal'), { score: 'discs', objective: 'most' }, side, knowledge);
    assert.deepEqual([made.secures, made.positions], [secures, positions]);
    assert.deepEqual(made.steps, steps.map(({ position, move }) => ({ position, move })));
  }
});

const plan = (page, name) => page.locator('#plan-buttons button', { hasText: name });

/** Plays random moves against the computer until the game is over. */
async function playAtRandom(page, side) {
  while (!(await textOf(page, 'turn')).includes('Game over')) {
    await page.waitForFunction((side) => [side, 'Game'].some((it) => document.getElementById('turn').innerText.trim().startsWith(it)), side);
    const moves = await page.locator('#board button:not([aria-disabled])').evaluateAll((squares) => squares.map(({ id }) => `#${id}`));
    const [pass] = await page.locator('#pass').all();
    if (moves.length > 0) await page.click(moves[Math.floor(Math.random() * moves.length)]);
    else if (pass) await pass.click();
  }
}

for (const [where, address] of [['opened from disk', () => undefined], ['from a server', () => server.address]]) {
  test(`a plan is shown, followed and attacked: ${where}`, () =>
    withPage(browser, { address: address(), fragment: '#size=4x4' }, async (page) => {
      await plan(page, 'Show White’s plan').click();
      await plan(page, 'Try to break it').waitFor();
      const about = 'White wins by at least 8, whatever Black does. ' +
        'The plan has 26 positions, not counting mirror images; no plan has fewer.';
      assert.equal(await textOf(page, 'plan-about'), about);
      assert.match(await textOf(page, 'plan-now'), /^Black may play\s+b1\s+a2\s+d3\s+c4$/);
      // A reflection of the step for b1.
      await page.click('#plan-now button:has-text("c4")');
      assert.match(await textOf(page, 'plan-now'), /^Step 1 of 26 as a mirror image:\s+White plays\s+d4\s/);
      assert.deepEqual(await page.locator('#board .planned').evaluateAll((squares) => squares.map(({ id }) => id)), ['d4']);
      assert.match(await page.getAttribute('#d4', 'aria-label'), /, planned$/);
      assert.deepEqual(await axe(page), []);
      await screenshot(page, `plan-${address() ? 'served' : 'disk'}`);
      await page.click('#b4');
      const left = 'White left the plan with 2. b4; the planned move was d4.';
      assert.ok((await textOf(page, 'plan-now')).startsWith(left));
      await page.click('#plan-now button');
      assert.equal(await page.inputValue('#transcript'), 'c4');
      for (let game = 0; game < 2; game += 1) {
        await plan(page, 'Try to break it').click();
        assert.equal(await page.inputValue('#transcript'), game === 0 ? 'c4d4' : '');
        await playAtRandom(page, 'Black');
        const [, reached] = (await textOf(page, 'notice')).match(/White’s plan promised \+8 or better, and the result is \+(\d+)\.$/);
        assert.ok(Number(reached) >= 8);
        await plan(page, 'Stop playing').click();
      }
      await plan(page, 'Hide the plan').click();
      await plan(page, 'Show Black’s plan').waitFor({ state: 'hidden' });
    }));
}

test('plans of other boards come from the solver, and boards that are too large say so', () =>
  withPage(browser, { address: server.address, fragment: '#size=4x5' }, async (page) => {
    await settled(page);
    await page.locator('#plan-buttons button').first().click();
    await plan(page, 'Try to break it').waitFor();
    assert.match(await textOf(page, 'plan-about'), /^Black wins by at least 16, whatever White does\./);
    await page.click('#plan-now button');
    await page.evaluate(() => (location.hash = '#size=6x6'));
    await page.waitForFunction(() => document.title.startsWith('6×6'));
    assert.equal(await textOf(page, 'plan-now'), 'There are plans for positions with at most 22 empty squares.');
    assert.equal(await page.locator('#plan-buttons button').count(), 0);
  }));

test('a plan in Japanese has no English left', () =>
  withPage(browser, { locale: 'ja-JP' }, async (page) => {
    await page.locator('#plan-buttons button').first().click();
    assert.equal((await textOf(page, 'plan-about')).startsWith('黒がどう打っても、白は8石以上の勝ちになります。'), true);
    for (const square of ['b1', 'c1']) {
      assert.deepEqual(await latinWords(page), []);
      await page.click(`#${square}`);
    }
    assert.deepEqual(await latinWords(page), []);
  }));
