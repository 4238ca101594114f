// What is known of a value: bounds that are proved, and perhaps a forecast, which is not.

/**
 * What is known of a value, seen by the player to move.
 *
 * @typedef {object} Estimate
 * @property {number} lower the value is proved to be at least this
 * @property {number} upper the value is proved to be at most this
 * @property {number} [forecast] what the value probably is
 * @property {number} [error] how many discs forecasts are usually off by
 */

/** Nothing is known on a board with this number of squares. */
export function unknown(squares) {
  return { lower: -squares, upper: squares };
}

export function exactly(value) {
  return { lower: value, upper: value };
}

export function isExact({ lower, upper }) {
  return lower === upper;
}

/** The value if it is known, or else the forecast, within what is proved, if there is one. */
export function likely({ lower, upper, forecast }) {
  if (lower === upper) return lower;
  return forecast === undefined ? undefined : Math.max(lower, Math.min(forecast, upper));
}

/** The same value seen by the opponent. */
export function seenByOther({ lower, upper, forecast, error }) {
  const other = { lower: -upper || 0, upper: -lower || 0 };
  return forecast === undefined ? other : { ...other, forecast: -forecast || 0, error };
}

/** Both of what is known, the forecast being the second's where both have one. */
export function combined(one, other) {
  const lower = Math.max(one.lower, other.lower);
  const upper = Math.min(one.upper, other.upper);
  const { forecast, error } = other.forecast === undefined ? one : other;
  return forecast === undefined ? { lower, upper } : { lower, upper, forecast, error };
}

/** Whose game it is: `win`, `draw` or `loss`, or `undefined` while that is not known. */
export function outcomeOf({ lower, upper }) {
  if (lower > 0) return 'win';
  if (upper < 0) return 'loss';
  return lower === 0 && upper === 0 ? 'draw' : undefined;
}

/** How it is known: `exact`, `bounds`, `forecast`, or `unknown`. Bounds count where they tell who wins. */
export function kindOf(estimate, squares) {
  if (isExact(estimate)) return 'exact';
  if (outcomeOf(estimate)) return 'bounds';
  if (estimate.forecast !== undefined) return 'forecast';
  return estimate.lower > -squares || estimate.upper < squares ? 'bounds' : 'unknown';
}
