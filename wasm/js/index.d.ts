/** A position to solve: the parameters of `/api/v1/solve`. */
export interface PositionParameters {
  /** WIDTHxHEIGHT, such as `6x6`; `4x4` if left out, or inferred from the position for square boards. */
  size?: string;
  start?: 'diagonal' | 'parallel';
  /** Moves after the start, such as `c2b4`. */
  moves?: string;
  /** A position instead of a start and moves, in any notation: cells and side, OBF, GGF. */
  position?: string;
  objective?: 'most' | 'fewest';
  score?: 'discs' | 'empties-to-winner';
}

export interface SolveParameters extends PositionParameters {
  /** What to find; `all-moves` if left out. */
  find?: 'value' | 'best-move' | 'best-moves' | 'all-moves';
  /** Whether to find lines of best play, too. */
  lines?: boolean;
  /** Whether to count positions and games, on boards of up to 16 squares. */
  census?: boolean;
}

export interface ReviewParameters {
  /** Moves or GGF. */
  game: string;
  size?: string;
  start?: 'diagonal' | 'parallel';
  objective?: 'most' | 'fewest';
  score?: 'discs' | 'empties-to-winner';
  /** The time limit, at most `60s`; `5s` if left out. */
  time?: string;
}

export interface PlanParameters extends PositionParameters {
  /** The player of the plan; the winner if left out. */
  side?: 'black' | 'white';
}

/** The opponent's play up to the player's next move or the end of the game. */
export interface PlanReply {
  /** The opponent's moves: exactly one unless a player has to pass. */
  reply: string;
  /** The number of the next step. */
  step?: number;
  /** How to transform the position of that step into the current one, unless they are equal. */
  turned?: string;
  /** The final score for the player, if the game is over. */
  ends?: number;
}

/** A plan by which a player secures a score against every defence. */
export interface Plan {
  schema: 'othello-solver/plan/1';
  size: string;
  start?: string;
  objective: string;
  score: string;
  position: string;
  side: 'black' | 'white';
  /** The score that it secures, from the player's point of view. */
  secures: number;
  /** The number of steps. Reflections and rotations share a step. */
  positions: number;
  /** No plan has fewer steps than this, if it is known. */
  least_possible?: number;
  opening: PlanReply[];
  steps: { step: number; position: string; move: string; replies: PlanReply[] }[];
}

/** A legal move and its value or bounds, from the point of view of its player. */
export interface MoveAnswer {
  move: string;
  value?: number;
  /** The bounds of the value, until the question is settled. */
  lower?: number;
  upper?: number;
  /** Best play after the move, if lines were requested. */
  line?: string;
}

/** An answer about a position, from the point of view of the side to move. */
export interface Answer {
  schema: 'othello-solver/answer/1';
  size: string;
  width: number;
  height: number;
  objective: string;
  score: string;
  position: string;
  /** The value, if it is known. */
  value?: number;
  /** The bounds of the value, until the question is settled. */
  lower?: number;
  upper?: number;
  best_move: string | null;
  best_moves?: string[];
  /** The most promising move, until the question is settled. */
  best_so_far?: string;
  line?: string;
  moves?: MoveAnswer[];
  [key: string]: unknown;
}

/** A complete answer. */
export interface Solved extends Answer {
  value: number;
  lower?: undefined;
  upper?: undefined;
}

/** The bounds proved so far. */
export interface Bounds extends Answer {
  lower: number;
  upper: number;
  moves: MoveAnswer[];
  forecast?: Forecast;
  /** Files that could not be loaded. Without the weights of the board, there is no forecast. */
  missing?: string[];
  nodes: number;
  searching: boolean;
  seconds: number;
  seconds_left: number | null;
}

/** A forecast by the trained evaluation. It proves nothing. */
export interface Forecast {
  depth: number;
  /** The usual error of the values, in discs. */
  usual_error: number;
  value: number;
  moves: { move: string; value: number }[];
  /** How the game is expected to continue. */
  line: string;
}

export interface Review {
  size: string;
  position: string;
  game: string;
  moves: { number: number; side: string; move: string; value: number; best_move: string; best_value: number; lost: number; basis: string; [key: string]: unknown }[];
  turning_points: number[];
  players: { black: object; white: object };
  [key: string]: unknown;
}

/** A known answer, found without a search: at least the value. */
export type Known = Answer & { value: number };

/** The document of an error, as in RFC 9457. */
export interface Problem {
  title: string;
  status: number;
  detail: string;
  field?: string;
  accepted?: string;
}

/**
 * A question that cannot be answered, and why. The status is 400 if an argument is wrong, 422 if the answer would be too large,
 * and 503 if a file of the package that `forecast`, `known`, `plan` or `review` needs cannot be loaded.
 */
export class OthelloError extends Error {
  problem: Problem;
}

/** Options of searches. */
export interface SearchOptions {
  /**
   * The time for the search: unlimited if left out, and zero if negative. It does not include loading the search
   * and the files for a board, which is done once.
   */
  seconds?: number;
  /** With a signal, the question is answered in its own worker. It ends when the signal is aborted. */
  signal?: AbortSignal;
}

/**
 * The value of a position, and of every move. Without a signal, this blocks the thread until everything is found, unless
 * `seconds` limit it: then the answer may be bounds. With 0 seconds, nothing is searched. An exception in `onBounds`
 * stops the search and is rethrown.
 */
export function solve(parameters: SolveParameters, options?: { signal?: AbortSignal }): Promise<Solved>;
export function solve(
  parameters: SolveParameters,
  options: SearchOptions & { onBounds?: (bounds: Bounds) => void },
): Promise<Solved | Bounds>;

/** The discs that each move of a game gave away. */
export function review(parameters: ReviewParameters): Promise<Review>;

/**
 * A plan that secures the value of a position against every defence, in as few positions as possible. At most 22
 * squares may be empty. If it takes longer than `seconds`, it is `null`.
 */
export function plan(parameters: PlanParameters, options?: { signal?: AbortSignal }): Promise<Plan>;
export function plan(parameters: PlanParameters, options: SearchOptions): Promise<Plan | null>;

/** A forecast by the board's trained evaluation, or `null` if the board has none. */
export function forecast(parameters: PositionParameters, options?: { seconds?: number }): Promise<Forecast | null>;

/** The known values of a position, without a search, or `null` if there are none. */
export function known(parameters: PositionParameters): Promise<Known | null>;

/** The solved boards. */
export function results(): Promise<{
  results: { name: string; size: string; start: string; objective: string; score: string; value: number }[];
}>;

/** The number of lines of play of each length up to `depth`. */
export function perft(
  parameters: PositionParameters,
  options?: { depth?: number; passes?: 'ply' | 'free' },
): Promise<{ size: string; position: string; passes: string; depths: { depth: number; count: number }[] }>;

/** A position or a game in a text, and the facts about it there. */
export interface ReadGame {
  /** The line where it begins, counted from 1. */
  file_line: number;
  notation: string;
  size: string;
  /** The position before the first move. */
  begin: string;
  /** The moves, such as `f5d6c3`. */
  game: string;
  /** The position after the last move. */
  position: string;
  objective?: 'most' | 'fewest';
  /** Black and White. */
  names?: [string | null, string | null];
  /** The score of `position`, from the point of view of the side to move. */
  expected?: number;
  lower?: number;
  upper?: number;
  moves?: { move: string; expected: number }[];
  tags?: Record<string, string>;
  /** How the text was understood, where it could be meant otherwise. */
  remarks?: string[];
}

/** Why a part of a text cannot be read. */
export interface Unread {
  file_line: number;
  column?: number;
  /** The kind of problem, such as `move`. */
  problem: string;
  error: string;
}

/** The positions and games in a text, in any notation. */
export function read(parameters: {
  /** Positions and games in any notation. */
  text: string;
  size?: string;
  start?: 'diagonal' | 'parallel';
}): Promise<{ records: (ReadGame | Unread)[] }>;

/** A position or a game, read in any notation and written in all of them. */
export function show(parameters: PositionParameters): Promise<{
  size: string;
  position: string;
  game: string;
  moves: { move: string; flips: string[] }[];
  obf: string;
  ggf: string;
  hex: string;
}>;
