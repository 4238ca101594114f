// The rules of Othello on a board of any size.
//
// A position is the board and the side to move. Its cells run row by row from a1, each 'black',
// 'white' or null. Positions are immutable: a move returns a new one.

/** The rays of each board, cached by size. */
const RAYS = new Map();

/** For each square, the squares in each of the eight directions, nearest first. */
function raysOf(width, height) {
  const size = 32 * width + height;
  if (!RAYS.has(size)) {
    const squares = Array.from({ length: width * height }, (_, square) => square);
    RAYS.set(size, squares.map((square) => raysFrom(square, width, height)));
  }
  return RAYS.get(size);
}

function raysFrom(square, width, height) {
  const rays = [];
  for (const down of [-1, 0, 1]) {
    for (const right of [-1, 0, 1]) {
      if (right === 0 && down === 0) continue;
      const ray = [];
      let column = (square % width) + right;
      let row = Math.floor(square / width) + down;
      while (column >= 0 && column < width && row >= 0 && row < height) {
        ray.push(row * width + column);
        column += right;
        row += down;
      }
      // No disc can be outflanked along a shorter ray.
      if (ray.length > 1) rays.push(ray);
    }
  }
  return rays;
}

/** The other colour. */
export function opponentOf(color) {
  return color === 'black' ? 'white' : 'black';
}

/**
 * The position with these cells.
 *
 * @returns {{width: number, height: number, cells: (string | null)[], side: string,
 * moves: number[], turn: 'place' | 'pass' | 'over'}} `moves` are the squares where `side` may place
 * a disc, in ascending order; `turn` is whether it must place one, must pass, or the game is over
 */
export function positionOf(width, height, cells, side) {
  const moves = legalMoves(width, height, cells, side);
  const canAnswer = () => legalMoves(width, height, cells, opponentOf(side)).length > 0;
  const turn = moves.length > 0 ? 'place' : canAnswer() ? 'pass' : 'over';
  return { width, height, cells, side, moves, turn };
}

function legalMoves(width, height, cells, side) {
  const rays = raysOf(width, height);
  const moves = [];
  for (let square = 0; square < cells.length; square += 1) {
    if (cells[square] === null && rays[square].some((ray) => run(cells, ray, side) > 0)) moves.push(square);
  }
  return moves;
}

/** The number of discs along a ray that the side outflanks. */
function run(cells, ray, side) {
  const opponent = opponentOf(side);
  let length = 0;
  while (length < ray.length && cells[ray[length]] === opponent) length += 1;
  return length < ray.length && cells[ray[length]] === side ? length : 0;
}

/** The starting position; Black moves first. */
export function startOf(width, height, start) {
  const [right, lower] = [Math.floor(width / 2), Math.floor(height / 2)];
  const [left, upper] = [right - 1, lower - 1];
  const black = {
    diagonal: [[right, upper], [left, lower]],
    parallel: [[left, upper], [right, upper]],
  }[start];
  const cells = Array(width * height).fill(null);
  for (const row of [upper, lower]) for (const column of [left, right]) cells[row * width + column] = 'white';
  for (const [column, row] of black) cells[row * width + column] = 'black';
  return positionOf(width, height, cells, 'black');
}

/** The squares whose discs a legal move flips. */
export function flips({ width, height, cells, side }, square) {
  const flipped = [];
  for (const ray of raysOf(width, height)[square]) {
    const length = run(cells, ray, side);
    for (let place = 0; place < length; place += 1) flipped.push(ray[place]);
  }
  return flipped;
}

/** The position after a legal move. */
export function play(position, square) {
  const { width, height, side } = position;
  const cells = position.cells.slice();
  cells[square] = side;
  for (const flipped of flips(position, square)) cells[flipped] = side;
  return positionOf(width, height, cells, opponentOf(side));
}

/** The position after a pass. */
export function pass({ width, height, cells, side }) {
  return positionOf(width, height, cells, opponentOf(side));
}

/** The number of discs of a colour; with null, of empty squares. */
export function count({ cells }, content) {
  return cells.filter((cell) => cell === content).length;
}

/**
 * The score of a game that ends in `position`, for the player to move.
 *
 * `score` is 'discs' or 'empties-to-winner', `objective` is 'most' or 'fewest'.
 */
export function finalScore(position, { score, objective }) {
  const difference = count(position, position.side) - count(position, opponentOf(position.side));
  const bonus = score === 'discs' ? 0 : Math.sign(difference) * count(position, null);
  return objective === 'most' ? difference + bonus : -difference - bonus || 0;
}
