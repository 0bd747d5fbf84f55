import type { Entity } from '../book.types.ts'
import type { JsonValue } from '../json.types.ts'
import { mappingsOf } from '../schema/built-in.ts'
import { stem } from '../search/stem.ts'
import { STOP_WORDS } from '../search/stop-words.ts'
import { wordsOf } from '../search/words.ts'
import type { OpenBook } from './answers.ts'

type Claim = { words: ReadonlySet<string>; sentence: string }

const NUMBER = /(?<![\p{L}\p{N}])-?\d+(?:[.,]\d+)?(?![\p{L}\p{N}])/gu
/** Letters that two words must share at their beginning to speak of one thing: `weighs` and `weight`. */
const SHARED = 4

const areOfOneThing = (a: string, b: string): boolean =>
  stem(a) === stem(b) ||
  (a.length >= SHARED && b.length >= SHARED && a.slice(0, SHARED) === b.slice(0, SHARED))

/** Whether a claim speaks of a property or a relationship, by a word of its name. */
const speaksOf = (name: string, words: ReadonlySet<string>): boolean =>
  wordsOf(name)
    .filter((word) => !STOP_WORDS.has(word))
    .some((word) => [...words].some((one) => areOfOneThing(one, word)))

const numbersIn = (sentence: string): number[] =>
  (sentence.match(NUMBER) ?? []).map((one) => Number(one.replace(',', '.')))

const hasAll = (text: string, words: ReadonlySet<string>): boolean =>
  wordsOf(text).every((word) => words.has(word))

/** Whether a claim speaks of a property by its name and says another value than it has. */
export const saysOtherwise = (
  name: string,
  value: JsonValue,
  { words, sentence }: Claim,
): boolean => {
  if (!speaksOf(name, words)) return false
  if (typeof value === 'number') return numbersIn(sentence).some((one) => one !== value)
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') return !hasAll(value, words)
  return false
}

type End = { relationship: string; name: string; direction: string }

/**
 * Whether a claim speaks of a relationship that the entity has once, and names another end for it: where somebody lives is then what the
 * claim contradicts.
 */
export const namesAnotherEnd = (
  { book, graph }: OpenBook,
  entity: Entity,
  words: ReadonlySet<string>,
): ((end: End) => boolean) => {
  const type = book.schema.entity_types.find(({ name }) => name === entity.type)
  const own = (graph.edges.get(entity.key) ?? []).filter(({ from }) => from === entity.key)
  const fieldsOf = (relationship: string): string[] =>
    (type === undefined ? [] : mappingsOf(type))
      .filter((mapping) => mapping.relationship === relationship)
      .map(({ field }) => field)
  const others = book.entities.filter(
    ({ key, name, aliases }) =>
      key !== entity.key &&
      [name, ...aliases].some((one) => wordsOf(one).length > 0 && hasAll(one, words)),
  )
  return ({ relationship, name, direction }) => {
    if (direction !== 'outgoing' || hasAll(name, words)) return false
    const isOnly = own.filter((edge) => edge.relationship === relationship).length === 1
    const isMeant = [relationship, ...fieldsOf(relationship)].some((one) => speaksOf(one, words))
    return isOnly && isMeant && others.length > 0
  }
}
