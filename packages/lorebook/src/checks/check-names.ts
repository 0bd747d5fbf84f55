import { editDistance } from '@teamlore/shared/edit-distance'
import type { Book, Entity } from '../book.types.ts'
import { amongNames, type CachedLooks, newCachedLooks } from '../cached-looks.ts'
import { nameKey } from '../names.ts'
import { newProblem, type Problem } from '../problems.ts'
import { placeOfEntity } from './place-of.ts'

/** Shorter names differ by a letter without anybody having slipped: Ann and Ana. */
const MIN_LETTERS = 6
const ARTICLE = /^(?:the|a|an|der|die|das|le|la|les|el|los|las|il)\s+/u

const bareName = (name: string): string =>
  nameKey(name)
    .replace(ARTICLE, '')
    .replace(/[\p{P}\p{S}\s]+/gu, '')

const digitsOf = (name: string): string => name.replace(/\D+/gu, ' ').trim()

/** Every form of a name with one letter left out, and the whole: two names a letter apart share one. */
const nearForms = (name: string): string[] => [
  name,
  ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1)),
]

const areNear = (left: string, right: string): boolean => {
  const [a, b] = [bareName(left), bareName(right)]
  if (a === b) return true
  // "Session 11" and "Session 12", "Port 1" and "Port 2" are meant to differ.
  if (digitsOf(left) !== digitsOf(right)) return false
  return Math.min(a.length, b.length) >= MIN_LETTERS && editDistance(a, b, 1) <= 1
}

/** Of those that share a form so many are compared: more of them are a series. */
const MAX_GROUP = 20

const candidatePairs = (entities: readonly Entity[]): [Entity, Entity][] => {
  const byForm = new Map<string, Entity[]>()
  const pairs = new Map<string, [Entity, Entity]>()
  for (const entity of entities) {
    for (const form of new Set(nearForms(bareName(entity.name)))) {
      const group = byForm.get(form)
      if (group === undefined) {
        byForm.set(form, [entity])
        continue
      }
      const others = group.slice(0, MAX_GROUP)
      for (const other of others) pairs.set(`${other.key}\n${entity.key}`, [other, entity])
      group[others.length] = entity
    }
  }
  return [...pairs.values()]
}

const isSameName = (a: Entity, b: Entity): boolean => nameKey(a.name) === nameKey(b.name)

/** Pairs of names that are near each other, unless they were looked for among the same names before. */
const nearPairs = (entities: readonly Entity[], looks: CachedLooks): [Entity, Entity][] => {
  const known = amongNames(looks, entities)
  known.near ??= candidatePairs(entities).flatMap(([left, right]): [string, string][] =>
    isSameName(left, right) || !areNear(left.name, right.name) ? [] : [[left.key, right.key]],
  )
  if (known.near.length === 0) return []
  const byKey = new Map(entities.map((entity) => [entity.key, entity]))
  return known.near.flatMap(([a, b]): [Entity, Entity][] => {
    const [left, right] = [byKey.get(a), byKey.get(b)]
    return left && right ? [[left, right]] : []
  })
}

/** Names so alike that one may be a slip of the other, reported at whichever has a file, the placeholder's namer otherwise. */
export const nameProblems = (
  { entities, edges }: Pick<Book, 'entities' | 'edges'>,
  looks: CachedLooks = newCachedLooks(),
): Problem[] =>
  nearPairs(entities, looks).flatMap(([left, right]) => {
    const [odd, known] = left.source === null ? [left, right] : [right, left]
    const namer = edges.find(({ from, to }) => from === odd.key || to === odd.key)
    const place =
      placeOfEntity(odd) ?? (namer ? { file: namer.file, line: namer.line, column: 1 } : undefined)
    if (place === undefined) return []
    return [
      newProblem(
        'near-duplicate-name',
        place,
        `"${odd.name}" and "${known.name}" differ by little; if they are one, add an alias or fix the spelling.`,
      ),
    ]
  })
