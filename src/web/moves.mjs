// The moves from the position that is shown; on small boards, their games too.

import { after } from './game.mjs';
import { isSmall } from './solver.mjs';
import { likely, outcomeOf } from './estimate.mjs';
import { counted, estimateAloud, grouped, nameOfColor, plyInWords, signed } from './words.mjs';
import { button, byId, element } from './dom.mjs';
import { pill } from './board.mjs';
import { drawMap } from './map.mjs';

/** The plies of a line that a row has room for. */
const SHOWN_PLIES = 8;

/** Draws the sum of it in words, a row for each move, and the map of the tree. */
export function drawMoves(explorer, act) {
  const { position, bestPlies: best } = explorer;
  const worth = (estimate) => likely(estimate) ?? (estimate.lower + estimate.upper) / 2;
  const moves = [...explorer.moves]
    .map(([ply, estimate]) => ({ ply, estimate, best: best.includes(ply) }))
    .sort((one, other) => worth(other.estimate) - worth(one.estimate));
  const hasGames = isSmall(position);

  byId('below').textContent = position.turn === 'over' ? 'The game ends here.' : movesInWords(explorer, moves, hasGames);
  byId('moves').hidden = moves.length === 0;
  byId('moves').className = hasGames ? 'with-games' : 'with-lines';
  byId('moves').tBodies[0].replaceChildren(...moves.map((move) => row(explorer, move, hasGames, act)));
  byId('tree').hidden = moves.length === 0 || !hasGames;
  if (hasGames) drawTree(explorer, act);
}

function drawTree(explorer, act) {
  const name = nameOfColor(explorer.position.side);
  drawMap(byId('map'), explorer, (plies) => act((it) => it.play(...plies)));
  byId('viewpoint').textContent = name;
  byId('legend-win').textContent = `${name} wins`;
  byId('legend-loss').textContent = `${name} loses`;
}

function movesInWords({ position, knowledge, settings }, moves, hasGames) {
  const name = nameOfColor(position.side);
  const number = (outcome) => moves.filter(({ estimate }) => outcomeOf(estimate) === outcome).length;
  const open = number(undefined);
  const sum =
    `${counted(moves.length, 'continuation')}: ${number('win')} winning, ${number('draw')} drawing, ` +
    `${number('loss')} losing for ${name}${open > 0 ? `, ${open} not decided yet` : ''}.`;
  if (!hasGames) return sum;
  const { wins, draws, losses } = knowledge.solution(position, settings).of(position);
  return (
    `${sum} ${counted(wins + draws + losses, 'game')} can still be ` +
    `played, of which ${name} wins ${grouped(wins)}, draws ${grouped(draws)} and loses ${grouped(losses)}.`
  );
}

function row(explorer, { ply, estimate, best }, hasGames, act) {
  const { position } = explorer;
  const squares = position.cells.length;
  const cost = explorer.costOf(ply);
  const play = button(() => act((it) => it.play(ply)), { 'data-ply': ply }, plyInWords(ply));
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, play),
    element(
      'td',
      {},
      element('span', { 'aria-hidden': 'true' }, pill(estimate, squares, best)),
      element('span', { class: 'unseen' }, `${estimateAloud(estimate, squares)}${best ? ', best' : ''}`),
    ),
    element('td', { class: 'number' }, cost === undefined ? '' : signed(-cost)),
    ...(hasGames ? games(explorer, ply) : [element('td', { class: 'line' }, line(explorer, ply))]),
  );
}

/** The first plies of best play after a move. */
function line(explorer, ply) {
  const plies = explorer.lineBy(ply).slice(1).map((step) => plyInWords(step.ply));
  if (plies.length === 0) return after(explorer.position, ply).turn === 'over' ? 'the end' : '';
  return plies.slice(0, SHOWN_PLIES).join(' ') + (plies.length > SHOWN_PLIES ? ' …' : '');
}

function games({ position, knowledge, settings }, ply) {
  // Seen by the opponent, who is to move there: its losses are the mover's wins.
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
    element('td', { class: 'games' }, element('span', { class: 'unseen' }, [won, drawn, lost].map(grouped).join(', ')), bar),
    element('td', { class: 'number games' }, grouped(won + drawn + lost)),
  ];
}
