import type { Book, Edge, Entity, Mention } from '../book.types.ts'
import { nameKey } from '../names.ts'
import { relationshipTypesOf } from '../schema/built-in.ts'
import type { BookSchema, RelationshipType } from '../schema/schema.types.ts'

type GraphInput = Pick<Book, 'entities' | 'edges' | 'schema'> & Partial<Pick<Book, 'mentions'>>

/** A book, indexed for questions. Built once a book, asked many times. */
export type Graph = {
  entities: readonly Entity[]
  byKey: ReadonlyMap<string, Entity>
  /** Entities by the keys of titles, and of aliases. */
  titles: ReadonlyMap<string, readonly Entity[]>
  aliases: ReadonlyMap<string, readonly Entity[]>
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
  edges: grouped(edges, ({ from, to }) => [from, to]),
  backlinks: grouped(mentions, ({ to }) => [to]),
  relationships: typesByName(schema),
})

/** Entities that answer to a name: by title, else by alias; of one type and one layer if named. */
export const entitiesNamed = (
  { titles, aliases }: Graph,
  name: string,
  { type, layer }: { type?: string | undefined; layer?: string | undefined } = {},
): Entity[] => {
  const key = nameKey(name)
  const isMeant = (entity: Entity): boolean =>
    (type === undefined || entity.type === type) && (layer === undefined || entity.layer === layer)
  const titled = (titles.get(key) ?? []).filter(isMeant)
  const found = titled.length > 0 ? titled : (aliases.get(key) ?? []).filter(isMeant)
  // What has a file says more than what is only spoken of.
  return [...found].sort((a, b) => Number(a.source === null) - Number(b.source === null))
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
