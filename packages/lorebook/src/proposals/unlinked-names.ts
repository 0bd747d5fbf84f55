import type { Book, Entity } from '../book.types.ts'
import { withDependencies } from '../project/layers.ts'
import { findNames, newNameFinder } from './find-names.ts'

/** A note that names another in prose and has no relationship or link to it. */
export type Unlinked = { from: Entity; to: Entity; quote: string; line: number }

const AROUND = 80
/** No key has a line end. */
const pair = (a: string, b: string): string => (a < b ? `${a}\n${b}` : `${b}\n${a}`)

const quoteAt = (text: string, at: number, length: number): string =>
  text
    .slice(Math.max(0, at - AROUND), at + length + AROUND)
    .replace(/\s+/gu, ' ')
    .trim()

/** Names in prose that no relationship and no link says: each pair once, and only where the note may name that layer. */
export const unlinkedNames = ({ project, entities, edges, mentions }: Book): Unlinked[] => {
  const known = new Set([...edges, ...mentions].map(({ from, to }) => pair(from, to)))
  const reach = new Map(
    project.layers.map(({ name }) => [
      name,
      new Set(withDependencies(project.layers, name).map((layer) => layer.name)),
    ]),
  )
  const finder = newNameFinder(entities.filter(({ source }) => source !== null))
  return entities
    .filter(({ source }) => source !== null)
    .flatMap((from) =>
      findNames(finder, from.body).flatMap(({ entity: to, at, length }): Unlinked[] => {
        const key = pair(from.key, to.key)
        if (to.key === from.key || known.has(key) || !reach.get(from.layer)?.has(to.layer))
          return []
        known.add(key)
        const line = from.body.slice(0, at).split('\n').length
        return [{ from, to, quote: quoteAt(from.body, at, length), line }]
      }),
    )
}
