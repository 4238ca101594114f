// The moves from the current position; on small boards, also the number of games after each.

import { texts } from './language.mjs';
import { after } from './game.mjs';
import { isSmall } from './solver.mjs';
import { likely, outcomeOf } from './estimate.mjs';
import { estimateAloud, plyInWords } from './words.mjs';
import { button, byId, element, refill } from './dom.mjs';
import { pill } from './board.mjs';
import { drawMap } from './map.mjs';

/** The number of plies of a line that fit in a row. */
const SHOWN_PLIES = 8;

/** The position shown, and its moves in the order of their rows. */
let order = {};

/** Draws a summary in words, a row for each move, and the map of the tree. */
export function drawMoves(explorer, act) {
  const { position, bestPlies: best } = explorer;
  const moves = inOrder(explorer).map(([ply, estimate]) => ({ ply, estimate, best: best.includes(ply) }));
  const hasGames = isSmall(position);

  byId('below').textContent = position.turn === 'over' ? texts.gameOver : movesInWords(explorer, moves, hasGames);
  byId('moves').hidden = moves.length === 0;
  byId('moves').className = hasGames ? 'with-games' : 'with-lines';
  refill(byId('moves').tBodies[0], ...moves.map((move) => row(explorer, move, hasGames, act)));
  byId('tree').hidden = moves.length === 0 || !hasGames;
  if (hasGames) drawTree(explorer, act);
}

/** The moves, the best first. They keep their order while a row is pointed at or has the focus. */
function inOrder({ position, moves }) {
  const worth = ([, estimate]) => likely(estimate) ?? (estimate.lower + estimate.upper) / 2;
  const sorted = [...moves].sort((one, other) => worth(other) - worth(one));
  const isInUse = order.position === position && byId('moves').matches(':hover, :focus-within');
  if (isInUse) return order.plies.map((ply) => [ply, moves.get(ply)]);
  order = { position, plies: sorted.map(([ply]) => ply) };
  return sorted;
}

function drawTree(explorer, act) {
  const { side } = explorer.position;
  drawMap(byId('map'), explorer, (plies) => act((it) => it.play(...plies)));
  byId('viewpoint').textContent = texts.color[side];
  byId('legend-win').textContent = texts.map.wins(side);
  byId('legend-loss').textContent = texts.map.loses(side);
}

function movesInWords({ position, knowledge, settings }, moves, hasGames) {
  const { side, turn } = position;
  const outcomes = { win: 0, draw: 0, loss: 0, open: 0 };
  for (const { estimate } of moves) outcomes[outcomeOf(estimate) ?? 'open'] += 1;
  const [outcome] = Object.keys(outcomes).filter((it) => outcomes[it] > 0);
  const sum = turn === 'pass' ? texts.passOutcome[outcome](side) : texts.outcomes(side, outcomes);
  if (!hasGames) return sum;
  const { wins, draws, losses } = knowledge.solution(position, settings).of(position);
  return texts.sentences([sum, texts.possibleGames(wins + draws + losses, wins, draws, losses)]);
}

function row(explorer, { ply, estimate, best }, hasGames, act) {
  const { position } = explorer;
  const squares = position.cells.length;
  const [cost, likelyCost] = [explorer.costOf(ply), explorer.likelyCostOf(ply)];
  const play = button(() => act((it) => it.play(ply)), { 'data-ply': ply }, plyInWords(ply));
  return element(
    'tr',
    // Rows are only kept while the position is.
    { 'data-key': `${explorer.ply} ${ply}` },
    element('th', { scope: 'row' }, play),
    element(
      'td',
      {},
      element('span', { 'aria-hidden': 'true' }, pill(estimate, squares, best)),
      element('span', { class: 'unseen' }, texts.square.joined([estimateAloud(estimate, squares), ...(best ? [texts.square.best] : [])])),
    ),
    element('td', { class: 'number' }, lossOf(cost, likelyCost)),
    ...(hasGames ? games(explorer, ply) : [element('td', { class: 'line' }, line(explorer, ply))]),
  );
}

/** The discs that a move loses, perhaps only by forecasts. */
function lossOf(cost, likelyCost) {
  if (cost !== undefined) return cost === 0 ? texts.square.best : texts.discs(cost);
  if (likelyCost === undefined) return '';
  return likelyCost === 0 ? `≈ ${texts.square.best}` : `≈${likelyCost}`;
}

/** The first plies of best play after a move. */
function line(explorer, ply) {
  const steps = explorer.lineBy(ply).slice(1);
  const plies = steps.map((step) => plyInWords(step.ply));
  if (plies.length === 0) return after(explorer.position, ply).turn === 'over' ? texts.lineEnds : '';
  return (steps[0].isLikely ? '≈ ' : '') + plies.slice(0, SHOWN_PLIES).join(' ') + (plies.length > SHOWN_PLIES ? ' …' : '');
}

function games({ position, knowledge, settings }, ply) {
  // From the point of view of the opponent, who is to move there: its losses are the mover's wins.
  const { wins: lost, draws: drawn, losses: won } = knowledge.solution(position, settings).of(after(position, ply));
  const part = (outcome, games) => element('span', { class: outcome, style: `flex-grow:${games}` });
  const bar = element(
    'div',
    { class: 'bar', 'aria-hidden': 'true' },
    part('win', won),
    part('draw', drawn),
    part('loss', lost),
  );
  return [
    element('td', { class: 'games' }, element('span', { class: 'unseen' }, texts.square.joined([won, drawn, lost].map(texts.grouped))), bar),
    element('td', { class: 'number games' }, texts.grouped(won + drawn + lost)),
  ];
}
