import type { BookId } from '@teamlore/shared'
import type { EntityId } from '@teamlore/shared/books'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { batchesOf, json } from './batches.ts'

/** Rows of a book as they are stored; what their JSON holds, the package of lorebooks knows. */
export type BookRows = {
  entities: {
    key: string
    name: string
    layer: string
    type: string | null
    aliases: unknown
    tags: unknown
    properties: unknown
    lines: unknown
    body: string
    source: unknown
  }[]
  edges: { from: string; to: string; relationship: string | null; file: string; line: number }[]
  events: {
    key: string
    layer: string
    session: number | null
    date_real: string | null
    date_in_world: string | null
    consequences: unknown
    file: string
  }[]
}

/** What an entity is known by in the search, and what of it stands there. */
export type EntityInSearch = {
  id: EntityId
  document_hash: string | null
  documents: number | null
  /** Hash of the note as a language model read it last. */
  read_by_model: string | null
}

export type PreviousEntityRow = {
  key: string
  path: string | null
  hash: string | null
  id: EntityId | null
  document_hash: string | null
  documents: number | null
  read_by_model: string | null
  /** No document of it was lost. */
  is_indexed: boolean
}

type NewRows = Omit<BookRows, 'entities'> & {
  entities: (BookRows['entities'][number] & EntityInSearch)[]
}

/** A text so short names what it speaks of, which is found by names. */
const SHORT = 40

const TABLES = ['entities', 'entity_edges', 'entity_events'] as const

type Place = { tx: DbExecutor; teamId: string; bookId: BookId }

const insertEntities = async ({ tx, teamId, bookId }: Place, entities: NewRows['entities']) => {
  for (const batch of batchesOf(entities))
    await tx.execute(sql`
      insert into teamlore.entities (team_id, book_id, key, name, layer, type, aliases, tags,
        properties, lines, body, source, id, documents, document_hash, read_by_model)
      select ${teamId}, ${bookId}, key, name, layer, type, aliases, tags, properties, lines, body, source,
        id, documents, document_hash, read_by_model
      from jsonb_to_recordset(${json(batch)}) as r(key text, name text, layer text, type text,
        aliases jsonb, tags jsonb, properties jsonb, lines jsonb, body text, source jsonb, id text,
        documents integer, document_hash text, read_by_model text)`)
}

const insertEdges = async ({ tx, teamId, bookId }: Place, edges: BookRows['edges']) => {
  for (const batch of batchesOf(edges.map((edge, position) => ({ ...edge, position }))))
    await tx.execute(sql`
      insert into teamlore.entity_edges (team_id, book_id, position, src_key, dst_key, relationship,
        file, line)
      select ${teamId}, ${bookId}, r.position, r."from", r."to", r.relationship, r.file, r.line
      from jsonb_to_recordset(${json(batch)}) as r(position integer, "from" text, "to" text,
        relationship text, file text, line integer)`)
}

const insertEvents = async ({ tx, teamId, bookId }: Place, events: BookRows['events']) => {
  for (const batch of batchesOf(events))
    await tx.execute(sql`
      insert into teamlore.entity_events (team_id, book_id, key, layer, session, date_real,
        date_in_world, consequences, file)
      select ${teamId}, ${bookId}, key, layer, session, date_real, date_in_world, consequences, file
      from jsonb_to_recordset(${json(batch)}) as r(key text, layer text, session bigint,
        date_real text, date_in_world text, consequences jsonb, file text)`)
}

/** What the files of a book became. */
export const createBookRowRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What an entity was told by, for a plan of changes. */
  previous(bookId: BookId): Promise<PreviousEntityRow[]> {
    return rows(
      tx,
      sql`select e.key, e.source->>'path' as path, e.source->>'hash' as hash, e.id, e.document_hash, e.documents, e.read_by_model,
          coalesce(e.source is null or e.documents = (
            select count(*) from teamlore.documents d where d.source_id = e.id), false) as is_indexed
        from teamlore.entities e where e.team_id = ${teamId} and e.book_id = ${bookId}`,
    )
  },

  /** Puts these rows in the place of all that the book had. */
  async replace(bookId: BookId, { entities, edges, events }: NewRows): Promise<void> {
    for (const table of TABLES)
      await tx.execute(sql`
        delete from teamlore.${sql.identifier(table)}
        where team_id = ${teamId} and book_id = ${bookId}`)
    const place = { tx, teamId, bookId }
    await insertEntities(place, entities)
    await insertEdges(place, edges)
    await insertEvents(place, events)
  },

  /** Keys of notes that no language model has read as they are now. */
  async unread(bookId: BookId, { limit }: { limit: number }): Promise<string[]> {
    const found = await rows<{ key: string }>(
      tx,
      sql`select key from teamlore.entities
        where team_id = ${teamId} and book_id = ${bookId} and source is not null
          and read_by_model is distinct from source->>'hash' and length(body) >= ${SHORT}
        order by key limit ${limit}`,
    )
    return found.map(({ key }) => key)
  },

  /** Notes a language model has read, by the hash of what it read. */
  async noteRead(bookId: BookId, { key, hash }: { key: string; hash: string }): Promise<void> {
    await tx.execute(sql`
      update teamlore.entities set read_by_model = ${hash}
      where team_id = ${teamId} and book_id = ${bookId} and key = ${key}`)
  },

  async list(bookId: BookId): Promise<BookRows> {
    const ofBook = sql`where team_id = ${teamId} and book_id = ${bookId}`
    const entities = await rows<BookRows['entities'][number]>(
      tx,
      sql`select key, name, layer, type, aliases, tags, properties, lines, body, source
        from teamlore.entities ${ofBook} order by key`,
    )
    const edges = await rows<BookRows['edges'][number]>(
      tx,
      sql`select src_key as "from", dst_key as "to", relationship, file, line
        from teamlore.entity_edges ${ofBook} order by position`,
    )
    const events = await rows<BookRows['events'][number]>(
      tx,
      sql`select key, layer, session, date_real, date_in_world, consequences, file
        from teamlore.entity_events ${ofBook} order by key`,
    )
    return { entities, edges, events }
  },
})
