import type { JsonValue } from '../json.types.ts'
import { nearestName } from '../nearest-name.ts'
import type { RuleName } from '../problems.ts'
import type { Property, PropertyType } from './schema.types.ts'

const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]+)?$/u
const isPlain = (value: JsonValue): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const EXPECTED: Record<Exclude<PropertyType, 'enum'>, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2025-02-15',
  list: 'a list',
}

const FITS: Record<Exclude<PropertyType, 'enum'>, (value: JsonValue) => boolean> = {
  // `year: 1204` is a text to whoever wrote the schema; YAML alone thinks otherwise.
  string: isPlain,
  integer: Number.isSafeInteger,
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  date: (value) =>
    typeof value === 'string' && DATE.test(value) && !Number.isNaN(Date.parse(value.slice(0, 10))),
  list: (value) => Array.isArray(value) && value.every(isPlain),
}

export type ValueProblem = {
  rule: RuleName
  message: string
  expected: string
  nearest?: string | undefined
}

/** What is wrong with a value of a property; undefined where it fits. */
export const valueProblem = (
  { type, values = [] }: Pick<Property, 'type' | 'values'>,
  value: JsonValue,
): ValueProblem | undefined => {
  if (type !== 'enum') {
    const expected = EXPECTED[type]
    if (FITS[type](value)) return undefined
    return { rule: 'type-mismatch', message: `this must be ${expected}.`, expected }
  }
  const word = isPlain(value) ? String(value) : ''
  if (values.includes(word)) return undefined
  const expected = `one of ${values.join(', ')}`
  return {
    rule: 'not-in-enum',
    message: `this must be ${expected}.`,
    expected,
    nearest: nearestName(word, values),
  }
}

/** A value as the book keeps it: enums and texts as words, the rest as written. */
export const keptValue = ({ type }: Pick<Property, 'type'>, value: JsonValue): JsonValue =>
  (type === 'enum' || type === 'string') && isPlain(value) ? String(value) : value
