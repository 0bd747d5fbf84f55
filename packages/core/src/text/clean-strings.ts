import { cleanText } from './clean-text.ts'

/** What PostgreSQL takes neither in text nor in JSON, as JSON spells it: NUL and halves of surrogate pairs. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f][0-9a-f]{2})/

const cleanValue = (value: unknown): unknown => {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [cleanText(key), cleanValue(item)]),
    )
  }
  return value
}

/** Replaces what PostgreSQL cannot store by U+FFFD, in every string of plain JSON data, keys included. */
export const cleanStrings = <T>(data: T): T =>
  SUSPICIOUS.test(JSON.stringify(data)) ? (cleanValue(data) as T) : data
