import type { BookRows, StatedRows } from '@teamlore/db'
import type { Book, BookEvent, Edge, Entity, Mention } from '@teamlore/lorebook'

type EntityRow = BookRows['entities'][number]

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

/** What a file states beside its entity: edges, then mentions, in its order; an event. */
export type StatedNote = { edges: Edge[]; mentions: Mention[]; event: BookEvent | null }

/** What each file of a book states. */
export const statedByFile = ({
  edges,
  mentions,
  events,
}: Pick<Book, 'edges' | 'mentions' | 'events'>): Map<string, StatedNote> => {
  const stated = new Map<string, StatedNote>()
  const of = (file: string): StatedNote => {
    const found = stated.get(file) ?? { edges: [], mentions: [], event: null }
    stated.set(file, found)
    return found
  }
  for (const edge of edges) of(edge.file).edges.push(edge)
  for (const mention of mentions) of(mention.file).mentions.push(mention)
  for (const event of events) of(event.file).event = event
  return stated
}

const rowOfEdge = ({ isFromText, ...edge }: Edge): BookRows['edges'][number] => ({
  ...edge,
  from_text: isFromText === true,
})

const rowOfMention = (mention: Mention): BookRows['edges'][number] => ({
  ...mention,
  relationship: null,
  from_text: false,
})

/** The same as the database keeps it. */
export const rowsOfStated = ({ edges, mentions, event }: StatedNote): StatedRows => ({
  edges: [...edges.map(rowOfEdge), ...mentions.map(rowOfMention)],
  event: event && rowOfEvent(event),
})

/** An object as JSON with more fields at its end. */
const jsonWith = (value: object, more: string): string =>
  `${JSON.stringify(value).slice(0, -1)},${more}}`

/**
 * Those rows as JSON, to be compared by: of a book that changed little hardly any row is written, and to make all of them takes longer
 * than to write them down.
 */
export const textOfStated = ({ edges, mentions, event }: StatedNote): string => {
  const rows = [
    ...edges.map((edge) =>
      edge.isFromText ? JSON.stringify(rowOfEdge(edge)) : jsonWith(edge, '"from_text":false'),
    ),
    ...mentions.map((mention) => jsonWith(mention, '"relationship":null,"from_text":false')),
  ]
  return `{"edges":[${rows.join(',')}],"event":${JSON.stringify(event && rowOfEvent(event))}}`
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
