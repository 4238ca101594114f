// Everything beside the board.

import { count } from './rules.mjs';
import { PASS, after, discs, legalPlies, positionText } from './game.mjs';
import { byId, element } from './dom.mjs';
import { drawMap } from './map.mjs';
import {
  counted, discCount, endInWords, grouped, nameOfColor, outcomeOf, plyInWords, signed, turnInWords, valueInWords,
} from './words.mjs';

/** Draws all panels; `act` makes the changes that their controls ask for. */
export function drawPanels(explorer, act) {
  document.body.dataset.values = explorer.settings.values;
  const line = explorer.lineFrom(explorer.stage);
  drawHeading(explorer, line);
  drawNotice(explorer, act);
  drawControls(explorer);
  drawLine(explorer, line, act);
  drawBelow(explorer, act);
  drawGame(explorer, act);
  drawSettings(explorer);
  drawCopies(explorer);
}

/** The value of the stage that is shown, in words; while values are hidden, its discs. */
function verdict(explorer, line) {
  const { stage, settings } = explorer;
  const result = valueInWords(stage, explorer.valueOf(stage), line.at(-1)?.stage ?? stage);
  if (stage.turn === 'over') return `${result}.`;
  return settings.values === 'hidden' ? `Discs: ${discCount(stage)}.` : `With best play: ${result}.`;
}

function drawHeading(explorer, line) {
  const { stage, plies, ply } = explorer;
  const turn = turnInWords(stage);
  const value = verdict(explorer, line);
  byId('turn').replaceChildren(
    element('span', { class: `disc ${stage.color}`, hidden: stage.turn === 'over' }),
    turn,
  );
  const { black, white } = discs(stage);
  byId('discs').replaceChildren(...drawCount('black', black), ...drawCount('white', white));
  byId('value').textContent = value;
  const played = ply > 0 ? `${nameOfColor(explorer.stages[ply - 1].color)}: ${plyInWords(plies[ply - 1])}. ` : '';
  byId('announcement').textContent = `${explorer.error} ${played}${turn}. ${value}`.trim();
}

function drawCount(color, squares) {
  const name = element('span', { class: 'unseen' }, `${nameOfColor(color)}: `);
  return [name, element('span', { class: `disc ${color}` }), `${count(squares)} `];
}

function drawNotice({ stage, error }, act) {
  const notice = byId('notice');
  const name = nameOfColor(stage.color);
  notice.className = error ? 'error' : stage.turn;
  if (error) notice.replaceChildren(error);
  else if (stage.turn === 'over') notice.replaceChildren(endInWords(stage));
  else if (stage.turn === 'pass') {
    const button = element('button', { type: 'button', id: 'pass' }, 'Pass');
    button.addEventListener('click', () => act((explorer) => explorer.play(PASS)));
    notice.replaceChildren(`${name} has no legal move. `, button);
  } else notice.replaceChildren();
}

function drawControls({ stage, plies, ply }) {
  byId('undo').disabled = ply === 0;
  byId('redo').disabled = ply === plies.length;
  byId('next').disabled = stage.turn === 'over';
  byId('restart').disabled = plies.length === 0;
}

function chip(number, color, ply, attributes = {}) {
  const button = element(
    'button',
    { type: 'button', 'aria-label': `${number}. ${nameOfColor(color)}: ${plyInWords(ply)}`, ...attributes },
    element('span', { class: 'place' }, `${number}`),
    element('span', { class: `disc ${color}` }),
    plyInWords(ply),
  );
  return button;
}

function drawLine({ stage, ply: played }, line, act) {
  let color = stage.color;
  const chips = line.map(({ ply, stage: next }, n) => {
    const button = chip(played + n + 1, color, ply);
    const plies = line.slice(0, n + 1).map((step) => step.ply);
    button.addEventListener('click', () => act((it) => it.play(...plies)));
    color = next.color;
    return element('li', {}, button);
  });
  byId('line').replaceChildren(...(chips.length > 0 ? chips : [element('li', {}, 'Nothing is left to play.')]));
}

function drawBelow(explorer, act) {
  const { stage, solution } = explorer;
  const { wins, draws, losses } = solution.of(stage.position);
  const name = nameOfColor(stage.color);
  const plies = legalPlies(stage);
  const outcomes = plies.map((ply) => outcomeOf(explorer.valueOfPly(stage, ply)));
  const number = (outcome) => outcomes.filter((it) => it === outcome).length;
  byId('below').textContent = stage.turn === 'over'
    ? 'The game ends here.'
    : `${counted(plies.length, 'continuation')}: ${number('win')} winning, ${number('draw')} drawing, `
      + `${number('loss')} losing for ${name}. ${counted(wins + draws + losses, 'game')} can still be `
      + `played, of which ${name} wins ${grouped(wins)}, draws ${grouped(draws)} and loses ${grouped(losses)}.`;
  byId('legend-win').textContent = `${name} wins`;
  byId('legend-loss').textContent = `${name} loses`;

  const best = explorer.bestPlies(stage);
  const rows = plies
    .map((ply) => ({ ply, value: explorer.valueOfPly(stage, ply), best: best.includes(ply) }))
    .sort((one, other) => other.value - one.value)
    .map((move) => drawMove(explorer, move, act));
  byId('moves').hidden = rows.length === 0;
  byId('tree').hidden = rows.length === 0;
  byId('moves').tBodies[0].replaceChildren(...rows);
  drawMap(byId('map'), explorer, (path) => act((it) => it.play(...path)));
}

function drawMove({ stage, solution }, { ply, value, best }, act) {
  const button = element('button', { type: 'button' }, plyInWords(ply));
  button.addEventListener('click', () => act((it) => it.play(ply)));
  // Seen by the opponent, who is to move there: its losses are the mover's wins.
  const { wins: lost, draws: drawn, losses: won } = solution.of(after(stage, ply).position);
  const part = (outcome, games) => element('span', { class: outcome, style: `flex-grow:${games}` });
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, button),
    element('td', {}, element('span', { class: `value ${outcomeOf(value)}${best ? ' best' : ''}` }, signed(value)),
      element('span', { class: 'unseen' }, best ? ' best' : '')),
    element('td', {},
      element('span', { class: 'unseen' }, [won, drawn, lost].map(grouped).join(', ')),
      element('div', { class: 'bar', 'aria-hidden': 'true' }, part('win', won), part('draw', drawn), part('loss', lost))),
    element('td', { class: 'number' }, grouped(won + drawn + lost)),
  );
}

function drawGame(explorer, act) {
  const { plies, ply: played, stages, settings } = explorer;
  const current = (n) => (n === played ? 'step' : undefined);
  const start = element('button', { type: 'button', 'aria-current': current(0) }, 'Start');
  const losses = settings.values === 'hidden' ? plies.map(() => 0) : explorer.losses;
  const chips = plies.map((ply, n) => {
    const lost = losses[n] > 0 ? `, gave away ${losses[n]}` : '';
    const button = chip(n + 1, stages[n].color, ply, {
      'aria-label': `${n + 1}. ${nameOfColor(stages[n].color)}: ${plyInWords(ply)}${lost}`,
      'aria-current': current(n + 1),
      class: n >= played ? 'undone' : undefined,
    });
    if (lost) button.append(element('span', { class: 'lost' }, `−${losses[n]}`));
    return button;
  });
  byId('game').replaceChildren(...[start, ...chips].map((button, n) => {
    button.addEventListener('click', () => act((it) => it.goTo(n)));
    return element('li', {}, button);
  }));
}

function drawSettings({ settings }) {
  const form = byId('settings');
  for (const [name, choice] of Object.entries(settings)) form.elements[name].value = choice;
}

function drawCopies({ stage, plies, ply, fragment }) {
  byId('position').value = positionText(stage);
  byId('transcript').value = plies.slice(0, ply).join('');
  byId('link').value = location.href.replace(/#.*$/, '') + fragment.replace(/^#$/, '');
}
