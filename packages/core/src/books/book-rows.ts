import type { BookRows, StatedRows } from '@teamlore/db'
import type { Book, BookEvent, Edge, Entity, Mention } from '@teamlore/lorebook'

type EntityRow = BookRows['entities'][number]
type Stated = { edges: BookRows['edges']; event: StatedRows['event'] }

/** An entity as the database keeps it; always in one order, so that two can be compared as text. */
export const rowOfEntity = (entity: Entity): EntityRow => {
  const { key, name, layer, type, aliases, tags, properties, lines, body, source } = entity
  return { key, name, layer, type, aliases, tags, properties, lines, body, source }
}

const rowOfEvent = ({ dateReal, dateInWorld, ...event }: BookEvent) => ({
  ...event,
  date_real: dateReal,
  date_in_world: dateInWorld,
})

/** What each file states beside its entity: edges, then mentions, in its order; an event. */
export const statedByFile = ({
  edges,
  mentions,
  events,
}: Pick<Book, 'edges' | 'mentions' | 'events'>): Map<string, StatedRows> => {
  const stated = new Map<string, Stated>()
  const of = (file: string): Stated => {
    const found = stated.get(file) ?? { edges: [], event: null }
    stated.set(file, found)
    return found
  }
  for (const { isFromText, ...edge } of edges)
    of(edge.file).edges.push({ ...edge, from_text: isFromText === true })
  for (const mention of mentions)
    of(mention.file).edges.push({ ...mention, relationship: null, from_text: false })
  for (const event of events) of(event.file).event = rowOfEvent(event)
  return stated
}

/** The same the other way. Rows are written here alone, so they are taken for what they were written as. */
export const bookOfRows = ({
  entities,
  edges,
  events,
}: BookRows): Pick<Book, 'entities' | 'edges' | 'mentions' | 'events'> => ({
  entities: entities as Entity[],
  edges: edges.flatMap(({ from_text, relationship, ...edge }): Edge[] => {
    if (relationship === null) return []
    return [from_text ? { ...edge, relationship, isFromText: true } : { ...edge, relationship }]
  }),
  mentions: edges
    .filter(({ relationship }) => relationship === null)
    .map(({ from, to, file, line }): Mention => ({ from, to, file, line })),
  events: events.map(({ date_real, date_in_world, session, consequences, ...event }) => ({
    ...event,
    session: session === null ? null : Number(session),
    dateReal: date_real,
    dateInWorld: date_in_world,
    consequences: consequences as BookEvent['consequences'],
  })),
})
