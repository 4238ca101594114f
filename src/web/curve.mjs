// The game so far as a curve: the value of each position to Black. It behaves like a slider: Tab
// reaches it, and arrow keys step through the game.

import { texts } from './language.mjs';
import { isExact, likely } from './estimate.mjs';
import { outcomeInWords, plyInWords } from './words.mjs';
import { byId, refill, setAttribute, shape } from './dom.mjs';

// Pixels, with room for labels on the left and for points at the edges.
const HEIGHT = 110;
const LEFT = 44;
const EDGE = 12;

/** The number of plies that each key moves by. */
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity };

/** Moves through the game if the key is one of `KEYS`. Returns whether it is. */
export function moveInCurve(key, act) {
  const step = KEYS[key];
  if (step !== undefined) act((it) => it.goTo(it.ply + step));
  return step !== undefined;
}

/** Draws the curve into the element `curve`; a click jumps to that position. */
export function drawCurve(explorer, act) {
  const { course, plies, ply: shown, judgements } = explorer;
  const curve = byId('curve');
  const width = Math.max(240, curve.clientWidth);
  const values = course.map(likely);
  byId('course').hidden = explorer.settings.values === 'hidden';
  if (byId('course').hidden) return;

  const reach = ({ error = 0, ...of }, n) => Math.abs(values[n] ?? 0) + (isExact(of) ? 0 : error);
  const most = Math.max(4, ...course.map(reach).map(Math.ceil));
  const x = (n) => LEFT + ((width - LEFT - EDGE) * n) / Math.max(1, plies.length);
  const y = (value) => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - EDGE);
  const point = (n) => `${x(n).toFixed(1)},${y(values[n]).toFixed(1)}`;
  const label = (value, text) => shape('text', { x: LEFT - 6, y: y(value) + 4, class: 'label' }, text);
  const parts = [
    shape('line', { x1: LEFT, x2: width - EDGE, y1: y(0), y2: y(0), class: 'zero' }),
    label(most, texts.curve.axis.black(most)),
    label(0, '0'),
    label(-most, texts.curve.axis.white(most)),
    shape('line', { x1: x(shown), x2: x(shown), y1: 0, y2: HEIGHT, class: 'here' }),
  ];
  for (let n = 1; n < values.length; n += 1) {
    if (values[n - 1] === undefined || values[n] === undefined) continue;
    const kind = isExact(course[n - 1]) && isExact(course[n]) ? 'exact' : 'forecast';
    parts.push(shape('polyline', { points: `${point(n - 1)} ${point(n)}`, class: `step ${kind}` }));
  }
  values.forEach((value, n) => {
    if (value === undefined) return;
    const { error } = course[n];
    if (!isExact(course[n]) && error) {
      parts.push(shape('line', { x1: x(n), x2: x(n), y1: y(value + error), y2: y(value - error), class: 'margin' }));
    }
    const turned = n > 0 && judgements[n - 1].isTurningPoint;
    const classes = ['point', isExact(course[n]) ? 'exact' : 'forecast', turned ? 'turned' : '', n === shown ? 'shown' : ''];
    parts.push(shape('circle', { cx: x(n), cy: y(value), r: turned ? 6 : 4, class: classes.join(' ').trim() }));
  });
  const step = (width - LEFT - EDGE) / Math.max(1, plies.length);
  for (let n = 0; n < values.length; n += 1) {
    const band = shape('rect', { 'data-key': `${n}`, x: x(n) - step / 2, y: 0, width: step, height: HEIGHT, class: 'band' });
    band.append(shape('title', {}, titleOf(explorer, n)));
    band.onclick = () => act((it) => it.goTo(n));
    parts.push(band);
  }
  const attributes = {
    viewBox: `0 0 ${width} ${HEIGHT}`,
    'aria-label': courseInWords(explorer),
    'aria-valuemax': plies.length,
    'aria-valuenow': shown,
    'aria-valuetext': titleOf(explorer, shown),
  };
  for (const [name, value] of Object.entries(attributes)) setAttribute(curve, name, value);
  refill(curve, ...parts);
}

function titleOf({ positions, plies, knowledge, settings }, n) {
  const outcome = outcomeInWords(positions[n], knowledge.estimateOf(positions[n], settings));
  if (n === 0) return texts.curve.start(outcome);
  return texts.curve.ply(n, positions[n - 1].side, plyInWords(plies[n - 1]), outcome);
}

function courseInWords({ plies, judgements }) {
  const turn = (ply, n) => (judgements[n].isTurningPoint ? [texts.curve.turn(n + 1, plyInWords(ply))] : []);
  return texts.curve.label(plies.flatMap(turn));
}
