// The moves from the stage that is shown, and their games.

import { after, legalPlies } from './game.mjs';
import { counted, grouped, nameOfColor, outcomeOf, plyInWords, signed } from './words.mjs';
import { button, byId, element } from './dom.mjs';
import { drawMap } from './map.mjs';

/** Draws the sum of it in words, a row for each move, and the map of the tree. */
export function drawBelow(explorer, act) {
  const { stage } = explorer;
  const best = explorer.bestPlies(stage);
  const moves = legalPlies(stage)
    .map((ply) => ({ ply, value: explorer.valueOfPly(stage, ply), best: best.includes(ply) }))
    .sort((one, other) => other.value - one.value);
  const name = nameOfColor(stage.color);

  byId('below').textContent = stage.turn === 'over' ? 'The game ends here.' : inWords(explorer, moves);
  for (const id of ['moves', 'tree']) byId(id).hidden = moves.length === 0;
  byId('moves').tBodies[0].replaceChildren(...moves.map((move) => row(explorer, move, act)));
  drawMap(byId('map'), explorer, (plies) => act((it) => it.play(...plies)));
  byId('viewpoint').textContent = name;
  byId('legend-win').textContent = `${name} wins`;
  byId('legend-loss').textContent = `${name} loses`;
}

function inWords({ stage, solution }, moves) {
  const { wins, draws, losses } = solution.of(stage.position);
  const name = nameOfColor(stage.color);
  const number = (outcome) => moves.filter(({ value }) => outcomeOf(value) === outcome).length;
  return (
    `${counted(moves.length, 'continuation')}: ${number('win')} winning, ${number('draw')} drawing, ` +
    `${number('loss')} losing for ${name}. ${counted(wins + draws + losses, 'game')} can still be ` +
    `played, of which ${name} wins ${grouped(wins)}, draws ${grouped(draws)} and loses ${grouped(losses)}.`
  );
}

function row({ stage, solution }, { ply, value, best }, act) {
  // Seen by the opponent, who is to move there: its losses are the mover's wins.
  const { wins: lost, draws: drawn, losses: won } = solution.of(after(stage, ply).position);
  const part = (outcome, games) => element('span', { class: outcome, style: `flex-grow:${games}` });
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, button(() => act((it) => it.play(ply)), {}, plyInWords(ply))),
    element(
      'td',
      {},
      element('span', { class: `value ${outcomeOf(value)}${best ? ' best' : ''}` }, signed(value)),
      element('span', { class: 'unseen' }, best ? ' best' : ''),
    ),
    element(
      'td',
      {},
      element('span', { class: 'unseen' }, [won, drawn, lost].map(grouped).join(', ')),
      element(
        'div',
        { class: 'bar', 'aria-hidden': 'true' },
        part('win', won),
        part('draw', drawn),
        part('loss', lost),
      ),
    ),
    element('td', { class: 'number' }, grouped(won + drawn + lost)),
  );
}
