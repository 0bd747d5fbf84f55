type Call = { state: 'done' | 'failed'; secondsAgo: number }

/** So many failures in a row, of whatever question, and nobody is asked for a while. */
const MAX_IN_A_ROW = 5
const PAUSE_SECONDS = 15 * 60

/** How many of the last calls decide. */
export const LOOKED_AT = MAX_IN_A_ROW

/**
 * Whether the last calls with the same settings all failed, and lately. After the pause one call is let through: it closes the
 * breaker or begins the next pause.
 */
export const isBreakerOpen = (lastCalls: readonly Call[]): boolean =>
  lastCalls.length >= MAX_IN_A_ROW &&
  lastCalls.every(({ state }) => state === 'failed') &&
  (lastCalls[0]?.secondsAgo ?? Number.POSITIVE_INFINITY) < PAUSE_SECONDS
