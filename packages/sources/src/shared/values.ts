export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of an object, all of them unknown; of anything else, none. */
export const fieldsOf = <T extends { [K in keyof T]?: unknown }>(value: unknown): T =>
  (isObject(value) ? value : {}) as T

/** A string with something in it, at most `maxLength` long; else null. */
export const textOrNull = (value: unknown, maxLength = Number.POSITIVE_INFINITY): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, maxLength) : null

/** ISO text, or seconds or milliseconds since 1970, as ISO text in UTC; null for anything else. */
export const timeOrNull = (value: unknown): string | null => {
  if (typeof value === 'string' && SETTLED.test(value)) return value
  const ms = typeof value === 'number' ? (value > 1e11 ? value : value * 1000) : parseIso(value)
  if (!Number.isFinite(ms) || ms < 0 || ms > 253_402_300_799_999) return null
  return new Date(ms).toISOString()
}

/** What would come out as it went in: most tools write their times so. Days that not every month has go the long way. */
const SETTLED =
  /^(?:19[7-9]|2\d\d)\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

const parseIso = (value: unknown): number =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN
