import { storableText } from './storable-text.ts'

/** How JSON spells a NUL or half of a surrogate pair; also what only looks like it. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i

/** JSON of a value with texts that the server's database can hold. Nearly always it is as it was. */
export const formatStorable = (value: unknown): string => {
  const json = JSON.stringify(value)
  return SUSPICIOUS.test(json) ? JSON.stringify(storable(value)) : json
}

/** The same value with texts, names of fields included, that the server's database can hold. */
export const storableJson = <T>(value: T): T => storable(value) as T

const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(storable)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key), storable(item)]),
  )
}
