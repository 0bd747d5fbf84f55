import type { JsonValue } from '../json.types.ts'
import { nameIn } from '../names.ts'
import type { PropertyType } from '../schema/schema.types.ts'

/** So many words at most make an enum, each said so often on the average. */
const MAX_WORDS = 8
const REPEATS = 2.5
const MIN_NOTES = 5
/** Share of a field's values that must name other notes before it is taken for a relationship, and before nobody need look. */
const NAMING = 0.5
const SURE = 0.9
/** A field that names notes of more types may name any. */
const MAX_TARGETS = 6

const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]+)?$/u
const WIKI = /^\[\[[^[\]]+\]\]$/u

export type InferredField = { name: string; unsure?: string | undefined } & (
  | { as: 'property'; type: PropertyType; values?: string[] }
  | { as: 'mapping'; targets: string[] }
)

type TypeOf = (name: string) => string | undefined

const isSaid = (value: JsonValue): boolean =>
  value !== null && (typeof value !== 'string' || value.trim() !== '')

const itemsOf = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : [value])

const propertyTypeOf = (items: readonly JsonValue[]): PropertyType => {
  if (items.length === 0) return 'string'
  if (items.every(Number.isSafeInteger)) return 'integer'
  if (items.every((item) => typeof item === 'number')) return 'number'
  if (items.every((item) => typeof item === 'boolean')) return 'boolean'
  if (items.every((item) => typeof item === 'string' && DATE.test(item))) return 'date'
  return 'string'
}

const wordsOf = (items: readonly JsonValue[]): string[] | undefined => {
  const words = [...new Set(items.map(String))]
  const isFew =
    words.length > 0 &&
    words.length <= MAX_WORDS &&
    items.length >= Math.max(MIN_NOTES, words.length * REPEATS)
  return isFew && words.every((word) => word.length <= 40) ? words.sort() : undefined
}

/** Names that a value may hold: itself, or the parts between its commas where these are names. */
const namesIn = (item: JsonValue, typeOf: TypeOf): string[] => {
  if (typeof item !== 'string' && typeof item !== 'number') return []
  const whole = nameIn(String(item))
  if (typeOf(whole) !== undefined || typeof item === 'number' || !item.includes(',')) return [whole]
  const parts = item.split(',').map((part) => nameIn(part))
  return parts.some((part) => WIKI.test(part) || typeOf(part) !== undefined) ? parts : [whole]
}

/** The relationship that a field makes, if its values name notes. */
const mappingOf = (
  name: string,
  items: readonly JsonValue[],
  typeOf: TypeOf,
): InferredField | undefined => {
  const names = items.flatMap((item) => namesIn(item, typeOf))
  const links = items.filter((item) => typeof item === 'string' && WIKI.test(item.trim())).length
  const targets = names.flatMap((one) => typeOf(one) ?? [])
  const share = names.length === 0 ? 0 : Math.max(targets.length, links) / names.length
  if (share < NAMING) return undefined
  const types = [...new Set(targets)].sort()
  return {
    as: 'mapping',
    name,
    targets: types.length > MAX_TARGETS ? [] : types,
    unsure:
      share < SURE
        ? `"${name}" is taken for a relationship: ${Math.round(share * 100)} % of its values name notes.`
        : undefined,
  }
}

/** What a field is, by all its values. `typeOf` returns the type of the note that a name means. Undefined where no type holds them. */
export const inferField = (
  name: string,
  values: readonly JsonValue[],
  typeOf: TypeOf,
): InferredField | undefined => {
  const said = values.filter(isSaid)
  const items = said.flatMap(itemsOf).filter(isSaid)
  if (items.some((item) => typeof item === 'object')) return undefined
  const mapping = mappingOf(name, items, typeOf)
  if (mapping) return mapping
  const lists = said.filter(Array.isArray).length
  if (lists > 0)
    return {
      as: 'property',
      name,
      type: 'list',
      unsure:
        lists < said.length
          ? `"${name}" is a list in ${lists} notes and one value in ${said.length - lists}: make these lists too.`
          : undefined,
    }
  const type = propertyTypeOf(items)
  const words = type === 'string' ? wordsOf(items) : undefined
  if (words)
    return {
      as: 'property',
      name,
      type: 'enum',
      values: words,
      unsure: `"${name}" is taken for an enum: ${words.join(', ')}.`,
    }
  return { as: 'property', name, type }
}
