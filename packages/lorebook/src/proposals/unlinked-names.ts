import type { Book, Entity } from '../book.types.ts'
import { amongNames, type CachedLooks, type FoundKey, newCachedLooks } from '../cached-looks.ts'
import { withDependencies } from '../project/layers.ts'
import { findNames, type NameFinder, newNameFinder } from './find-names.ts'

/** A note that names another in prose and has no relationship or link to it. */
export type Unlinked = { from: Entity; to: Entity; quote: string; line: number }

const AROUND = 80

/** Pairs of keys, whichever is first; a text for each pair of a large book would take longer than all else here. */
const newPairs = () => {
  const others = new Map<string, Set<string>>()
  return {
    add: (a: string, b: string): void => {
      const known = others.get(a)
      if (known) known.add(b)
      else others.set(a, new Set([b]))
    },
    has: (a: string, b: string): boolean =>
      others.get(a)?.has(b) === true || others.get(b)?.has(a) === true,
  }
}

const quoteAt = (text: string, at: number, length: number): string =>
  text
    .slice(Math.max(0, at - AROUND), at + length + AROUND)
    .replace(/\s+/gu, ' ')
    .trim()

/** Looks for names in a text, unless it was looked through before. */
const newLook = (entities: readonly Entity[], looks: CachedLooks) => {
  const { found } = amongNames(looks, entities)
  let finder: NameFinder | undefined
  const seen = new Map<string, readonly FoundKey[]>()
  looks.found = seen
  return (body: string): readonly FoundKey[] => {
    const known = found.get(body) ?? seen.get(body)
    if (known === undefined)
      finder ??= newNameFinder(entities.filter(({ source }) => source !== null))
    const names =
      known ??
      findNames(finder as NameFinder, body).map(({ entity, at, length }) => ({
        key: entity.key,
        at,
        length,
      }))
    seen.set(body, names)
    return names
  }
}

/** Names in prose that no relationship and no link says: each pair once, and only where the note may name that layer. */
export const unlinkedNames = (
  { project, entities, edges, mentions }: Book,
  looks: CachedLooks = newCachedLooks(),
): Unlinked[] => {
  const known = newPairs()
  for (const { from, to } of edges) known.add(from, to)
  for (const { from, to } of mentions) known.add(from, to)
  const reach = new Map(
    project.layers.map(({ name }) => [
      name,
      new Set(withDependencies(project.layers, name).map((layer) => layer.name)),
    ]),
  )
  const namesIn = newLook(entities, looks)
  const byKey = new Map(entities.map((entity) => [entity.key, entity]))
  return entities
    .filter(({ source }) => source !== null)
    .flatMap((from) =>
      namesIn(from.body).flatMap(({ key: toKey, at, length }): Unlinked[] => {
        const to = byKey.get(toKey)
        if (to === undefined) return []
        const isKnown = to.key === from.key || known.has(from.key, to.key)
        if (isKnown || !reach.get(from.layer)?.has(to.layer)) return []
        known.add(from.key, to.key)
        const line = from.body.slice(0, at).split('\n').length
        return [{ from, to, quote: quoteAt(from.body, at, length), line }]
      }),
    )
}
