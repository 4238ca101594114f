// Positions, moves and values in words.

import { texts } from './language.mjs';
import { count, opponentOf } from './rules.mjs';
import { PASS } from './game.mjs';
import { isExact, kindOf, likely } from './estimate.mjs';

/** A value with its sign: `+3`, `0`, `−8`. */
export function signed(value) {
  return value > 0 ? `+${value}` : `${value}`.replace('-', '−');
}

/** The disc count, one side's first, and the empty squares: `3 to 11, 2 squares empty`. */
export function discCount(position, first = 'black') {
  return texts.discCount(count(position, first), count(position, opponentOf(first)), count(position, null));
}

/**
 * An estimate short enough for a square of the board: `+4`, `≥+2`, `≈+3`, or empty if nothing is
 * known.
 */
export function estimateShort(estimate, squares) {
  const { lower, upper } = estimate;
  switch (kindOf(estimate, squares)) {
    case 'exact':
      return signed(lower);
    case 'forecast':
      return `≈${signed(likely(estimate))}`;
    case 'bounds':
      if (lower > -squares && upper < squares) return `${signed(lower)}…${signed(upper)}`;
      return lower > -squares ? `≥${signed(lower)}` : `≤${signed(upper)}`;
    default:
      return '';
  }
}

/** The same estimate for a screen reader. */
export function estimateAloud(estimate, squares) {
  const { lower, upper, error } = estimate;
  const { exact, forecast, between, atLeast, atMost, unknown } = texts.estimate;
  switch (kindOf(estimate, squares)) {
    case 'exact':
      return exact(signed(lower));
    case 'forecast':
      return forecast(signed(likely(estimate)), error);
    case 'bounds':
      if (lower > -squares && upper < squares) return between(signed(lower), signed(upper));
      return lower > -squares ? atLeast(signed(lower)) : atMost(signed(upper));
    default:
      return unknown;
  }
}

/** An estimate as an outcome; `last` is the position at the end of best play, if known. */
export function outcomeInWords({ side, cells }, estimate, last) {
  const { lower, upper, error } = estimate;
  const { outcome } = texts;
  const winner = (value) => (value > 0 ? side : opponentOf(side));
  const by = (value) => (value === 0 ? outcome.likelyDraw : outcome.likelyWin(winner(value), Math.abs(value)));
  switch (kindOf(estimate, cells.length)) {
    case 'exact': {
      const result = lower === 0 ? outcome.draw : outcome.win(winner(lower), Math.abs(lower));
      return last ? outcome.withDiscs(result, discCount(last, lower === 0 ? 'black' : winner(lower))) : result;
    }
    case 'forecast':
      return outcome.forecast(by(likely(estimate)), error);
    case 'bounds':
      if (lower > -cells.length && upper < cells.length) return outcome.between(by(lower), by(upper));
      if (lower > 0) return outcome.winByOrMore(winner(1), lower);
      if (upper < 0) return outcome.winByOrMore(winner(-1), -upper);
      if (lower === 0) return outcome.drawAtWorst(side);
      if (upper === 0) return outcome.drawAtBest(side);
      return lower > -cells.length ? outcome.lossAtWorst(side, -lower) : outcome.winAtBest(side, upper);
    default:
      return outcome.unknown;
  }
}

/** Why a game is over. */
export function endInWords(position) {
  return count(position, null) === 0 ? texts.boardFull : texts.neitherMoves;
}

/** A ply for display and screen readers: `b1`, `pass`. */
export function plyInWords(ply) {
  return ply === PASS ? texts.pass : ply;
}

/** The discs that a ply loses and the best reply to it, where known, as phrases. */
export function refutationParts({ side }, cost, reply) {
  const { loses, answer, forcedPass } = texts.square;
  const other = opponentOf(side);
  const answers = reply ? [reply === PASS ? forcedPass(other) : answer(other, reply)] : [];
  return cost > 0 ? [loses(cost), ...answers] : answers;
}

/** The same in sentences, with the value of the ply. */
export function refutationInWords(position, ply, estimate, cost, reply) {
  const { refutation, verdict, sentences } = texts;
  const [name, other] = [plyInWords(ply), opponentOf(position.side)];
  return sentences([
    cost === undefined ? refutation.estimate(name, estimateAloud(estimate, position.cells.length))
      : cost > 0 ? refutation.loses(name, cost) : refutation.best(name),
    ...(reply ? [reply === PASS ? refutation.forcedPass(other) : refutation.answer(other, reply)] : []),
    ...(isExact(estimate) ? [verdict.final(outcomeInWords(position, estimate))] : []),
  ]);
}
