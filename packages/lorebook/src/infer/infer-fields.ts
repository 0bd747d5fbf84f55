import type { JsonValue } from '../json.types.ts'
import { nameIn, nameKey } from '../names.ts'
import type { PropertyType } from '../schema/schema.types.ts'

/** So many words at most make an enum, each said so often on the average. */
const MAX_WORDS = 8
const REPEATS = 2.5
const MIN_NOTES = 5
/** Share of a field's values that must name other notes before it is taken for a relationship. */
const NAMING = 0.5

const DATE = /^\d{4}-\d{2}-\d{2}$/u
const WIKI = /^\[\[[^[\]]+\]\]$/u

export type InferredField =
  | { as: 'property'; name: string; type: PropertyType; values?: string[] }
  | { as: 'mapping'; name: string; targets: string[] }

const itemsOf = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : [value])

const propertyTypeOf = (items: readonly JsonValue[]): PropertyType => {
  if (items.every(Number.isSafeInteger)) return 'integer'
  if (items.every((item) => typeof item === 'number')) return 'number'
  if (items.every((item) => typeof item === 'boolean')) return 'boolean'
  if (items.every((item) => typeof item === 'string' && DATE.test(item))) return 'date'
  return 'string'
}

const wordsOf = (items: readonly JsonValue[]): string[] | undefined => {
  const words = [...new Set(items.map(String))]
  const isFew =
    words.length <= MAX_WORDS && items.length >= Math.max(MIN_NOTES, words.length * REPEATS)
  return isFew && words.every((word) => word.length <= 40) ? words.sort() : undefined
}

/** What a field is, by all its values. `typeOf` returns the type of the note that a name means. */
export const inferField = (
  name: string,
  values: readonly JsonValue[],
  typeOf: (key: string) => string | undefined,
): InferredField => {
  const items = values.flatMap(itemsOf).filter((item) => item !== null && item !== '')
  const links = items.filter((item) => typeof item === 'string' && WIKI.test(item.trim()))
  const targets = items.flatMap((item) => {
    const type = typeof item === 'string' ? typeOf(nameKey(nameIn(item))) : undefined
    return type === undefined ? [] : [type]
  })
  const isNaming =
    items.length > 0 && Math.max(targets.length, links.length) / items.length >= NAMING
  if (isNaming) return { as: 'mapping', name, targets: [...new Set(targets)].sort() }
  if (values.some(Array.isArray)) return { as: 'property', name, type: 'list' }
  const type = propertyTypeOf(items)
  const words = type === 'string' ? wordsOf(items) : undefined
  return words
    ? { as: 'property', name, type: 'enum', values: words }
    : { as: 'property', name, type }
}
