import type { Book, Edge, Entity } from '../book.types.ts'
import { entitiesNamed, type Graph, listEntities, newGraph } from '../graph/graph.ts'
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
/** What an export is made of. */
export type Part = Pick<Book, 'schema' | 'project'> & Subgraph

/** Part of a graph: entities that fit, and the edges between them. */
export const selectFrom = (
  graph: Graph,
  all: readonly Edge[],
  { around, depth, ...filter }: Selection = {},
): Subgraph => {
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
  return { entities, edges: all.filter(({ from, to }) => keys.has(from) && keys.has(to)) }
}

export const selectBook = (book: Book, selection: Selection = {}): Subgraph =>
  selectFrom(newGraph(book), book.edges, selection)
