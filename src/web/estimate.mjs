// Estimates of a value: proved bounds and, optionally, an unproved forecast.

/**
 * An estimate of a value, from the point of view of the player to move.
 *
 * @typedef {object} Estimate
 * @property {number} lower the value is proved to be at least this
 * @property {number} upper the value is proved to be at most this
 * @property {number} [forecast] the likely value
 * @property {number} [error] the typical error of forecasts, in discs
 */

/** The estimate when nothing is known, on a board with this number of squares. */
export function unknown(squares) {
  return { lower: -squares, upper: squares };
}

export function exactly(value) {
  return { lower: value, upper: value };
}

export function isExact({ lower, upper }) {
  return lower === upper;
}

/** The value if known, or else the forecast, if any, clamped to the bounds. */
export function likely({ lower, upper, forecast }) {
  if (lower === upper) return lower;
  return forecast === undefined ? undefined : Math.max(lower, Math.min(forecast, upper));
}

/** The same estimate from the opponent's point of view. */
export function seenByOther({ lower, upper, forecast, error }) {
  const other = { lower: -upper || 0, upper: -lower || 0 };
  return forecast === undefined ? other : { ...other, forecast: -forecast || 0, error };
}

/** Two estimates of the same value combined. If both have a forecast, the second one is used. */
export function combined(one, other) {
  const lower = Math.max(one.lower, other.lower);
  const upper = Math.min(one.upper, other.upper);
  const { forecast, error } = other.forecast === undefined ? one : other;
  return forecast === undefined ? { lower, upper } : { lower, upper, forecast, error };
}

/** The outcome: `win`, `draw` or `loss`, or `undefined` while unknown. */
export function outcomeOf({ lower, upper }) {
  if (lower > 0) return 'win';
  if (upper < 0) return 'loss';
  return lower === 0 && upper === 0 ? 'draw' : undefined;
}

/**
 * The kind of estimate to show: `exact`, `bounds`, `forecast` or `unknown`. Bounds that decide the
 * outcome take precedence over a forecast.
 */
export function kindOf(estimate, squares) {
  if (isExact(estimate)) return 'exact';
  if (outcomeOf(estimate)) return 'bounds';
  if (estimate.forecast !== undefined) return 'forecast';
  return estimate.lower > -squares || estimate.upper < squares ? 'bounds' : 'unknown';
}
