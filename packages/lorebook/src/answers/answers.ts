import type { Book, BookEvent, Entity } from '../book.types.ts'
import { type Selection, selectFrom } from '../exports/select-book.ts'
import { type Graph, handleOf, listEntities, newGraph } from '../graph/graph.ts'
import { type RelationshipQuery, relationshipsOf } from '../graph/relationships.ts'
import { type BookIndex, newBookIndex, searchBook } from '../search/search-book.ts'
import { currentState } from '../state/current-state.ts'
import type { AsOf } from '../state/event-order.ts'
import { type TimelineQuery, timelineOf } from '../state/timeline.ts'

/** A book made ready for questions. Every door answers with what stands in this file, so none says it otherwise. */
export type OpenBook = {
  book: Book
  graph: Graph
  /** Built at the first search. */
  index: () => BookIndex
}

export const openBook = (book: Book): OpenBook => {
  let index: BookIndex | undefined
  return {
    book,
    graph: newGraph(book),
    index: () => {
      index ??= newBookIndex(book.entities)
      return index
    },
  }
}

const nameOf = ({ graph }: OpenBook, key: string): string => graph.byKey.get(key)?.name ?? key

const handleIn = ({ graph }: OpenBook, key: string): string => {
  const entity = graph.byKey.get(key)
  return entity === undefined ? key : handleOf(graph, entity)
}

const sourceOf = ({ source }: Entity): string | null => source?.path ?? null

export const answerEntity = (open: OpenBook, entity: Entity) => ({
  name: entity.name,
  handle: handleOf(open.graph, entity),
  type: entity.type,
  layer: entity.layer,
  aliases: entity.aliases,
  tags: entity.tags,
  properties: entity.properties,
  body: entity.body,
  source_file: sourceOf(entity),
  stale: entity.source?.stale ?? null,
  mentioned_by: [
    ...new Set(
      (open.graph.backlinks.get(entity.key) ?? []).map(({ from }) => handleIn(open, from)),
    ),
  ],
})

export const answerRelationships = (open: OpenBook, entity: Entity, query: RelationshipQuery) =>
  relationshipsOf(open.graph, entity.key, query).map(
    ({ hop, from, to, relationship, direction, edge }) => ({
      hop,
      from: nameOf(open, from),
      relationship,
      direction,
      name: nameOf(open, to),
      handle: handleIn(open, to),
      type: open.graph.byKey.get(to)?.type ?? null,
      source_file: edge.file,
      line: edge.line,
      is_from_text: edge.isFromText === true,
    }),
  )

export const answerList = (
  { graph }: OpenBook,
  filter: { type?: string | undefined; layer?: string | undefined; tag?: string | undefined },
) =>
  listEntities(graph, filter).map((entity) => ({
    name: entity.name,
    handle: handleOf(graph, entity),
    type: entity.type,
    layer: entity.layer,
    is_placeholder: entity.source === null,
    is_stale: entity.source?.stale !== undefined,
  }))

const answerEvent = (open: OpenBook, event: BookEvent) => ({
  name: nameOf(open, event.key),
  layer: event.layer,
  session: event.session,
  date_real: event.dateReal,
  date_in_world: event.dateInWorld,
  involves: (open.graph.edges.get(event.key) ?? [])
    .filter(({ from }) => from === event.key)
    .map(({ relationship, to }) => ({ relationship, name: nameOf(open, to) })),
  consequences: event.consequences.map(({ name, property, effect }) => ({
    entity: name,
    property,
    change: effect.do,
    value: effect.do === 'unset' ? null : effect.value,
  })),
  source_file: event.file,
})

export const answerState = (open: OpenBook, entity: Entity, layer: string, asOf: AsOf = {}) => {
  const state = currentState(open.book, entity, layer, asOf)
  return {
    name: state.entity.name,
    layer,
    stale: entity.source?.stale ?? null,
    session: asOf.session ?? null,
    date: asOf.date ?? null,
    base: state.base,
    events: state.events.map(({ event, consequences }) =>
      answerEvent(open, { ...event, consequences }),
    ),
    current: state.current,
    provenance: Object.fromEntries(
      Object.entries(state.provenance).map(([property, by]) => [
        property,
        by.by === 'event' ? { ...by, event: nameOf(open, by.event) } : by,
      ]),
    ),
  }
}

export const answerTimeline = (open: OpenBook, query: TimelineQuery) =>
  timelineOf(open.book, query).map((event) => answerEvent(open, event))

export const answerHits = (
  open: OpenBook,
  query: string,
  filter: { layer?: string | undefined; type?: string | undefined; limit?: number | undefined },
) =>
  searchBook(open.index(), query, filter).map(({ entity, score, snippet }) => ({
    name: entity.name,
    handle: handleOf(open.graph, entity),
    type: entity.type,
    layer: entity.layer,
    score,
    snippet,
    source_file: sourceOf(entity),
  }))

/** The picture of a book or a part of it: who is connected with whom. The best connected come first, `limit` at most. */
export const answerGraph = (
  open: OpenBook,
  { limit, ...selection }: Selection & { limit?: number | undefined },
) => {
  const { entities, edges } = selectFrom(open.graph, open.book.edges, selection)
  const degree = new Map<string, number>()
  for (const { from, to } of edges)
    for (const key of [from, to]) degree.set(key, (degree.get(key) ?? 0) + 1)
  const kept = [...entities]
    .sort((a, b) => (degree.get(b.key) ?? 0) - (degree.get(a.key) ?? 0) || (a.key < b.key ? -1 : 1))
    .slice(0, limit)
  const at = new Map(kept.map(({ key }, index) => [key, index]))
  return {
    nodes: kept.map((entity) => ({
      name: entity.name,
      handle: handleOf(open.graph, entity),
      type: entity.type,
      layer: entity.layer,
      is_placeholder: entity.source === null,
    })),
    /** Ends are places in `nodes`: names would be said many times. */
    edges: edges.flatMap(({ from, to, relationship, isFromText }) => {
      const [start, end] = [at.get(from), at.get(to)]
      return start === undefined || end === undefined
        ? []
        : [{ from: start, to: end, relationship, is_from_text: isFromText === true }]
    }),
    left_out: entities.length - kept.length,
  }
}
