/** `Retry-After` in seconds or as a date, or the milliseconds some providers send; undefined when there is none. */
export const retryAfterMs = (headers: Headers, now: () => number): number | undefined => {
  const exact = numberIn(headers.get('retry-after-ms'))
  if (exact !== undefined) return exact
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = numberIn(text)
  if (seconds !== undefined) return seconds * 1_000
  // Anything else that `Date.parse` makes something of is no date of HTTP.
  const date = /^[A-Z][a-z]{2}, \d/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now())
}

const numberIn = (text: string | null): number | undefined =>
  text !== null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined
