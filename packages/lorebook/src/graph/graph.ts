import type { Book, Edge, Entity, Mention } from '../book.types.ts'
import { codeKey, fileName, nameKey, withoutEnding } from '../names.ts'
import { relationshipTypesOf } from '../schema/built-in.ts'
import type { BookSchema, RelationshipType } from '../schema/schema.types.ts'
import { codesOf } from '../stages/codes-of.ts'
import { nearestTo } from '../stages/near-paths.ts'

type GraphInput = Pick<Book, 'entities' | 'edges' | 'schema'> & Partial<Pick<Book, 'mentions'>>

/** A book, indexed for questions. Built once a book, asked many times. */
export type Graph = {
  entities: readonly Entity[]
  byKey: ReadonlyMap<string, Entity>
  /** Entities by the keys of titles, and of aliases. */
  titles: ReadonlyMap<string, readonly Entity[]>
  aliases: ReadonlyMap<string, readonly Entity[]>
  /** Entities by the codes of their identity fields, and by what their files are called. */
  codes: ReadonlyMap<string, readonly Entity[]>
  files: ReadonlyMap<string, readonly Entity[]>
  /** Edges at an entity, whichever end it is. */
  edges: ReadonlyMap<string, readonly Edge[]>
  backlinks: ReadonlyMap<string, readonly Mention[]>
  relationships: ReadonlyMap<string, RelationshipType>
}

const grouped = <T>(
  items: readonly T[],
  keysOf: (item: T) => readonly string[],
): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items)
    for (const key of new Set(keysOf(item))) {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  return groups
}

const typesByName = (schema: BookSchema): Map<string, RelationshipType> =>
  new Map(relationshipTypesOf(schema).map((type) => [type.name, type]))

export const newGraph = ({ entities, edges, schema, mentions = [] }: GraphInput): Graph => ({
  entities,
  byKey: new Map(entities.map((entity) => [entity.key, entity])),
  titles: grouped(entities, ({ name }) => [nameKey(name)]),
  aliases: grouped(entities, ({ aliases }) => aliases.map(nameKey)),
  codes: grouped(entities, codesOf(schema)),
  files: grouped(entities, ({ source }) => (source ? [nameKey(fileName(source.path))] : [])),
  edges: grouped(edges, ({ from, to }) => [from, to]),
  backlinks: grouped(mentions, ({ to }) => [to]),
  relationships: typesByName(schema),
})

const pathKey = ({ source }: Entity): string => nameKey(withoutEnding(source?.path ?? ''))

/** Entities whose file is called so; a name with folders in it is the end of a path. */
const ofFile = ({ files }: Graph, name: string): Entity[] => {
  const end = nameKey(withoutEnding(name))
  const found = files.get(nameKey(fileName(name))) ?? []
  return found.filter((entity) => pathKey(entity) === end || pathKey(entity).endsWith(`/${end}`))
}

type Meant = {
  type?: string | undefined
  layer?: string | undefined
  /** The file of a note that names it. */
  from?: string | undefined
}

/** Those nearest to a file first; what has a file says more than what is only spoken of. */
const likeliest = (found: readonly Entity[], from: string): Entity[] => {
  const near = new Set(from === '' ? [] : nearestTo(from, found))
  const rank = (entity: Entity): number =>
    Number(entity.source === null) * 2 - Number(near.has(entity))
  return [...found].sort((a, b) => rank(a) - rank(b))
}

/** Entities that answer to a name: by title, else by alias, by a code, by their file; of one type and one layer if named. */
export const entitiesNamed = (
  graph: Graph,
  name: string,
  { type, layer, from = '' }: Meant = {},
): Entity[] => {
  const { titles, aliases, codes } = graph
  const key = nameKey(name)
  const isMeant = (entity: Entity): boolean =>
    (type === undefined || entity.type === type) && (layer === undefined || entity.layer === layer)
  const ways = [
    () => titles.get(key) ?? [],
    () => aliases.get(key) ?? [],
    () => codes.get(codeKey(name)) ?? [],
    () => ofFile(graph, name),
  ]
  for (const way of ways) {
    const found = way().filter(isMeant)
    // What has a file says more than what is only spoken of.
    if (found.length > 0) return likeliest(found, from)
  }
  return []
}

/** What alone means an entity of a layer: its name, or the path of its file where others of the layer bear that name. */
export const handleOf = ({ titles }: Graph, { name, layer, source }: Entity): string => {
  const namesakes = (titles.get(nameKey(name)) ?? []).filter((one) => one.layer === layer)
  return source === null || namesakes.length < 2 ? name : withoutEnding(source.path)
}

type ListFilter = {
  type?: string | undefined
  layer?: string | undefined
  tag?: string | undefined
}

/** Entities by type, layer and tag, in order of their names. */
export const listEntities = (
  { entities }: Graph,
  { type, layer, tag }: ListFilter = {},
): Entity[] => {
  const wanted = tag?.toLowerCase()
  return entities
    .filter(
      (entity) =>
        (type === undefined || entity.type === type) &&
        (layer === undefined || entity.layer === layer) &&
        (wanted === undefined || entity.tags.some((one) => one.toLowerCase() === wanted)),
    )
    .sort((a, b) =>
      nameKey(a.name) < nameKey(b.name)
        ? -1
        : nameKey(a.name) > nameKey(b.name)
          ? 1
          : a.key < b.key
            ? -1
            : 1,
    )
}
