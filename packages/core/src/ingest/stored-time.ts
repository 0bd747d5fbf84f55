/** PostgreSQL refuses offsets beyond 16 hours and the year 0, which ISO 8601 allows. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** An ISO time in UTC, to the millisecond; null for what is no time that could be stored. */
export const toStoredTime = (text: string | null): string | null => {
  if (text === null) return null
  const time = Date.parse(text)
  return time >= EARLIEST && time <= LATEST ? new Date(time).toISOString() : null
}
