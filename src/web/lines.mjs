// Lines of play as rows of buttons: best play from here, the game so far, and its variations.

import { texts } from './language.mjs';
import { opponentOf } from './rules.mjs';
import { PASS, positionsOf } from './game.mjs';
import { seenByOther } from './estimate.mjs';
import { plyInWords } from './words.mjs';
import { button, byId, element, makeReachable, refill } from './dom.mjs';
import { pill } from './board.mjs';

/** Draws best play from the current position; a button plays up to its ply. */
export function drawLine({ position, ply: played }, line, act) {
  const sides = [position, ...line.map((step) => step.position)].map((it) => it.side);
  const goOn = (n) => () => act((it) => it.play(...it.line.slice(0, n - it.ply).map((step) => step.ply)));
  const chips = line.map(({ ply, isLikely }, n) => chip(goOn(played + n + 1), played + n + 1, sides[n], ply, { isGuess: isLikely }));
  const none = position.turn === 'over' ? texts.gameOver : texts.notKnown;
  fill('line', chips.length > 0 ? chips : [none]);
}

/** Draws the game, including undone plies; a button jumps to the position after its ply. */
export function drawGame(explorer, act) {
  const { plies, ply: played, positions, settings, guessed } = explorer;
  const judgements = settings.values === 'hidden' ? [] : explorer.judgements;
  const goTo = (n) => () => act((it) => it.goTo(n));
  const current = (n) => (n === played ? 'step' : undefined);
  const chips = plies.map((ply, n) => {
    const isGuess = guessed.includes(n + 1);
    const classes = [n >= played && 'undone', judgements[n]?.isTurningPoint && 'turned'].filter(Boolean).join(' ');
    const attributes = { 'aria-current': current(n + 1), class: classes || undefined };
    return chip(goTo(n + 1), n + 1, positions[n].side, ply, { ...judgements[n], isGuess }, attributes);
  });
  fill('game', [button(goTo(0), { 'aria-current': current(0) }, texts.start), ...chips]);
  scrollToCurrent(byId('game'));
  drawLosses(explorer, judgements, act);
}

/** The number of plies of a branch that are shown. */
const BRANCH_PLIES = 6;

/** Draws the other lines: a button goes to the first move of a branch, with its value, and another deletes it. */
export function drawBranches(explorer, act) {
  const { branches, root, settings, knowledge } = explorer;
  byId('branches').hidden = branches.length === 0;
  const items = branches.map((branch) => {
    const fork = explorer.forkOf(branch);
    const positions = positionsOf(root, branch.slice(0, fork + 1));
    const [{ side }, next] = positions.slice(-2);
    const moves = branch.slice(fork, fork + BRANCH_PLIES).map(plyInWords).join(' ') + (branch.length > fork + BRANCH_PLIES ? ' …' : '');
    const value = seenByOther(knowledge.estimateOf(next, settings));
    const isShown = settings.values !== 'hidden';
    return element(
      'li',
      { 'data-key': branch.join('') },
      button(() => act((it) => it.follow(branch)), { 'aria-label': texts.branch(fork + 1, side, moves) }, ...seen(fork + 1, side, moves)),
      ...(isShown ? [pill(value, root.cells.length, false)] : []),
      button(() => act((it) => it.drop(branch)), { 'aria-label': texts.dropBranch(moves), title: texts.dropBranch(moves) }, '×'),
    );
  });
  refill(byId('branches'), ...items);
}

/** Draws the discs that each player lost, and the worst moves. A button goes to the position before its move. */
function drawLosses(explorer, judgements, act) {
  const { plies, positions } = explorer;
  const isHidden = !judgements.some(({ lost }) => lost > 0);
  byId('totals').hidden = byId('worst').hidden = isHidden;
  if (isHidden) return;
  byId('totals').textContent = texts.losses(...['black', 'white'].map((side) => amount(explorer.lossOf(side))));
  const items = explorer.worst.map((number) => {
    const { isTurningPoint, reply, better, ...loss } = judgements[number - 1];
    const { side } = positions[number - 1];
    const ply = plyInWords(plies[number - 1]);
    const { answer, forcedPass } = texts.refutation;
    const other = opponentOf(side);
    const why = [reply && (reply === PASS ? forcedPass(other) : answer(other, reply)), better && texts.better(better)];
    const attributes = { 'data-ply': number, class: isTurningPoint ? 'turned' : undefined };
    const goTo = button(() => act((it) => it.goTo(number - 1)), attributes, texts.worst(number, side, ply));
    return element('span', {}, goTo, ' ', texts.sentences([texts.lost(amount(loss), isTurningPoint), ...why.filter(Boolean)]));
  });
  refill(byId('worst'), ...items.map((item) => element('li', {}, item)));
}

/** A loss in discs: `3`, or `≈3` by forecast. */
function amount({ lost, isLikely }) {
  return `${isLikely && lost > 0 ? '≈' : ''}${texts.grouped(lost)}`;
}

/** Fills a list, which is one tab stop: its button in use, or else the current or the first one. */
function fill(id, items) {
  const list = byId(id);
  refill(list, ...items.map((item) => element('li', {}, item)));
  const buttons = [...list.querySelectorAll('button')];
  const isFocused = (it) => it === document.activeElement;
  makeReachable(buttons.find(isFocused) ?? list.querySelector('[aria-current]') ?? buttons[0], buttons);
}

/** Scrolls a list to its current button, unless the pointer is about to click another. */
function scrollToCurrent(list) {
  if (list.matches(':hover')) return;
  const { offsetTop, offsetHeight } = list.querySelector('[aria-current]');
  const least = offsetTop + offsetHeight - list.clientHeight;
  list.scrollTop = Math.max(least, Math.min(list.scrollTop, offsetTop));
}

/** The visible part of a button for plies. Its number is drawn by the style sheet: the label has it in words. */
function seen(number, side, plies) {
  return [element('span', { class: 'place', 'data-drawn': `${number}` }), element('span', { class: `disc ${side}` }), plies];
}

/** A button for a ply: its number, colour and square, the discs it lost, and whether it was found by forecasts. */
function chip(action, number, side, ply, { lost = 0, isTurningPoint, isLikely, isGuess } = {}, attributes = {}) {
  const loss = lost > 0 ? amount({ lost, isLikely }) : '';
  const label = texts.chip(number, side, plyInWords(ply), loss, isTurningPoint, isGuess);
  return button(
    action,
    { 'aria-label': label, ...attributes },
    ...seen(number, side, `${isGuess ? '≈' : ''}${plyInWords(ply)}`),
    ...(lost > 0 ? [element('span', { class: 'lost', 'data-drawn': `${isLikely ? '≈' : ''}−${lost}` })] : []),
  );
}
