// The moves from the current position; on small boards, also the number of games after each.

import { after } from './game.mjs';
import { isSmall } from './solver.mjs';
import { likely, outcomeOf } from './estimate.mjs';
import { counted, estimateAloud, grouped, nameOfColor, plyInWords } from './words.mjs';
import { button, byId, element } from './dom.mjs';
import { pill } from './board.mjs';
import { drawMap } from './map.mjs';

/** The number of plies of a line that fit in a row. */
const SHOWN_PLIES = 8;

/** Draws a summary in words, a row for each move, and the map of the tree. */
export function drawMoves(explorer, act) {
  const { position, bestPlies: best } = explorer;
  const worth = (estimate) => likely(estimate) ?? (estimate.lower + estimate.upper) / 2;
  const moves = [...explorer.moves]
    .map(([ply, estimate]) => ({ ply, estimate, best: best.includes(ply) }))
    .sort((one, other) => worth(other.estimate) - worth(one.estimate));
  const hasGames = isSmall(position);

  byId('below').textContent = position.turn === 'over' ? 'The game is over.' : movesInWords(explorer, moves, hasGames);
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
  const sum = outcomesInWords(name, position.turn, moves.map(({ estimate }) => outcomeOf(estimate) ?? 'open'));
  if (!hasGames) return sum;
  const { wins, draws, losses } = knowledge.solution(position, settings).of(position);
  const games = wins + draws + losses;
  if (games === 1) return `${sum} Only one game is still possible.`;
  return (
    `${sum} ${grouped(games)} games are still possible: ` +
    `${name} wins ${grouped(wins)}, draws ${grouped(draws)} and loses ${grouped(losses)}.`
  );
}

/** The verbs for each outcome, with one move and with several as the subject. */
const VERBS = {
  win: ['wins', 'win'],
  draw: ['draws', 'draw'],
  loss: ['loses', 'lose'],
  open: ['is undecided', 'are undecided'],
};

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** The number of moves with each outcome: `All four moves lose for Black.` */
function outcomesInWords(name, turn, outcomes) {
  const numberInWords = (number) => NUMBERS[number] ?? `${number}`;
  const groups = Object.entries(VERBS).flatMap(([outcome, [one, many]]) => {
    const number = outcomes.filter((it) => it === outcome).length;
    return number === 0 ? [] : [{ outcome, number, verb: number === 1 ? one : many }];
  });
  const [{ outcome, verb }] = groups;
  const isOpen = outcome === 'open';
  if (turn === 'pass') return isOpen ? `${name} must pass.` : `${name} must pass and ${verb}.`;
  if (groups.length === 1) {
    const all = { 1: 'The only move', 2: 'Both moves' }[outcomes.length] ?? `All ${numberInWords(outcomes.length)} moves`;
    return `${all} ${verb}${isOpen ? '' : ` for ${name}`}.`;
  }
  const parts = groups.map((group) => `${numberInWords(group.number)} ${group.verb}`);
  return `Of ${name}’s ${numberInWords(outcomes.length)} moves, ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`;
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
    element('td', { class: 'number' }, cost === undefined ? '' : counted(cost, 'disc')),
    ...(hasGames ? games(explorer, ply) : [element('td', { class: 'line' }, line(explorer, ply))]),
  );
}

/** The first plies of best play after a move. */
function line(explorer, ply) {
  const plies = explorer.lineBy(ply).slice(1).map((step) => plyInWords(step.ply));
  if (plies.length === 0) return after(explorer.position, ply).turn === 'over' ? 'game over' : '';
  return plies.slice(0, SHOWN_PLIES).join(' ') + (plies.length > SHOWN_PLIES ? ' …' : '');
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
    element('td', { class: 'games' }, element('span', { class: 'unseen' }, [won, drawn, lost].map(grouped).join(', ')), bar),
    element('td', { class: 'number games' }, grouped(won + drawn + lost)),
  ];
}
