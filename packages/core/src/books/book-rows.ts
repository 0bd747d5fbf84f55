import type { BookRows, EntityInSearch } from '@teamlore/db'
import type { Book, BookEvent, Edge, Entity, Mention } from '@teamlore/lorebook'

/** A book as the database keeps it. */
export const rowsOfBook = (
  { entities, edges, mentions, events }: Book,
  inSearch: (key: string) => EntityInSearch,
) => ({
  entities: entities.map((entity) => ({ ...entity, ...inSearch(entity.key) })),
  edges: [...edges, ...mentions.map((mention) => ({ ...mention, relationship: null }))],
  events: events.map(({ dateReal, dateInWorld, ...event }) => ({
    ...event,
    date_real: dateReal,
    date_in_world: dateInWorld,
  })),
})

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
