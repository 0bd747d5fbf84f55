/** PostgreSQL refuses offsets beyond 16 hours and the year 0, which ISO 8601 allows. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
/** A clock may be wrong by its time zone. What is later than that did not happen yet, and would stand before all that did. */
const AHEAD_MS = 24 * 60 * 60_000

/** An ISO time in UTC, to the millisecond; null for what is no time at which something can have happened. */
export const toStoredTime = (text: string | null, now: Date): string | null => {
  if (text === null) return null
  const time = Date.parse(text)
  return time >= EARLIEST && !isYetToCome(text, now) ? new Date(time).toISOString() : null
}

/** Later than any clock that is wrong by its time zone alone. */
export const isYetToCome = (text: string, now: Date): boolean =>
  Date.parse(text) > now.getTime() + AHEAD_MS
