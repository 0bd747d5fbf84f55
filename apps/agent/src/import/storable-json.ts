import { storableText } from '@teamlore/shared'

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
