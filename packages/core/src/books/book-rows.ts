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
  for (const edge of edges) of(edge.file).edges.push(edge)
  for (const mention of mentions) of(mention.file).edges.push({ ...mention, relationship: null })
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
  edges: edges.filter((edge): edge is Edge => edge.relationship !== null),
  mentions: edges
    .filter(({ relationship }) => relationship === null)
    .map(({ relationship: _, ...mention }): Mention => mention),
  events: events.map(({ date_real, date_in_world, session, consequences, ...event }) => ({
    ...event,
    session: session === null ? null : Number(session),
    dateReal: date_real,
    dateInWorld: date_in_world,
    consequences: consequences as BookEvent['consequences'],
  })),
})
