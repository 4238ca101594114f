// The rules of Othello on the 4×4 board.
//
// A set of squares is an integer of 16 bits, row by row: bit 0 is a1, bit 1 is
// b1 and bit 4 is a2. A position is the pair { own, opponent } of such sets,
// seen by the player to move.

const BOARD = 0xffff;

// The four axes along which discs are flipped: how far apart the numbers of
// neighbouring squares are, and the squares with a neighbour on both sides.
// Only discs on the latter can be outflanked, so no run wraps around an edge.
const AXES = [
  { stride: 1, inner: 0x6666 },
  { stride: 4, inner: 0x0ff0 },
  { stride: 5, inner: 0x0660 },
  { stride: 3, inner: 0x0660 },
];

/** The two openings, in both of which Black moves first. */
export const STARTS = {
  diagonal: { own: 0x0240, opponent: 0x0420 },
  parallel: { own: 0x0060, opponent: 0x0600 },
};

/** The number of squares in a set. */
export function count(squares) {
  let number = 0;
  for (let rest = squares; rest !== 0; rest &= rest - 1) number += 1;
  return number;
}

/** The numbers of the squares in a set, in ascending order. */
export function list(squares) {
  const numbers = [];
  for (let rest = squares; rest !== 0; rest &= rest - 1) numbers.push(31 - Math.clz32(rest & -rest));
  return numbers;
}

/**
 * The opponent's discs in unbroken runs that start next to `from`, forward and
 * backward along an axis. On this board no run is longer than two.
 */
function runs(from, opponent, { stride, inner }) {
  const discs = opponent & inner;
  let ahead = (from << stride) & discs;
  ahead |= (ahead << stride) & discs;
  let behind = (from >> stride) & discs;
  behind |= (behind >> stride) & discs;
  return { ahead, behind };
}

/** The squares without a disc. */
export function empty({ own, opponent }) {
  return BOARD & ~(own | opponent);
}

/** The squares on which the player to move may place a disc. */
export function moves(position) {
  let beyond = 0;
  for (const axis of AXES) {
    const { ahead, behind } = runs(position.own, position.opponent, axis);
    beyond |= (ahead << axis.stride) | (behind >> axis.stride);
  }
  return beyond & empty(position);
}

/** The discs that are flipped by placing one on `square`. */
export function flips({ own, opponent }, square) {
  let flipped = 0;
  for (const axis of AXES) {
    const placed = runs(1 << square, opponent, axis);
    const held = runs(own, opponent, axis);
    flipped |= (placed.ahead & held.behind) | (placed.behind & held.ahead);
  }
  return flipped;
}

/** The position after a disc is placed on `square`, seen by the opponent. */
export function play(position, square) {
  const flipped = flips(position, square);
  return { own: position.opponent & ~flipped, opponent: position.own | flipped | (1 << square) };
}

/** The same discs, seen by the opponent. */
export function pass({ own, opponent }) {
  return { own: opponent, opponent: own };
}

/** What the player to move may do: 'place' a disc, 'pass', or nothing, the game being 'over'. */
export function turn(position) {
  if (moves(position) !== 0) return 'place';
  return moves(pass(position)) !== 0 ? 'pass' : 'over';
}

/**
 * What a game that ends in `position` is worth to the player to move.
 *
 * `score` is 'discs' or 'empties-to-winner', `objective` is 'most' or 'fewest'.
 */
export function finalScore(position, { score, objective }) {
  const difference = count(position.own) - count(position.opponent);
  const bonus = score === 'discs' ? 0 : Math.sign(difference) * count(empty(position));
  return objective === 'most' ? difference + bonus : -difference - bonus || 0;
}
