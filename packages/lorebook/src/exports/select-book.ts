import type { Book, Edge, Entity } from '../book.types.ts'
import { entitiesNamed, listEntities, newGraph } from '../graph/graph.ts'
import { relationshipsOf } from '../graph/relationships.ts'

export type Selection = {
  type?: string | undefined
  layer?: string | undefined
  tag?: string | undefined
  /** Name of an entity; what is further from it than `depth` stays out. */
  around?: string | undefined
  depth?: number | undefined
}
export type Subgraph = { entities: Entity[]; edges: Edge[] }

/** Part of a book: entities that fit, and the edges between them. */
export const selectBook = (book: Book, { around, depth, ...filter }: Selection = {}): Subgraph => {
  const graph = newGraph(book)
  const near = new Set(
    around === undefined
      ? graph.byKey.keys()
      : entitiesNamed(graph, around).flatMap(({ key }) => [
          key,
          ...relationshipsOf(graph, key, { depth }).map(({ to }) => to),
        ]),
  )
  const entities = listEntities(graph, filter).filter(({ key }) => near.has(key))
  const keys = new Set(entities.map(({ key }) => key))
  return { entities, edges: book.edges.filter(({ from, to }) => keys.has(from) && keys.has(to)) }
}
