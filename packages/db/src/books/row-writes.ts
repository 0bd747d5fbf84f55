import type { BookId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { batchesOf } from '../sql/batches.ts'
import { json } from '../sql/json.ts'
import type { NewEntityRow, PreviousEntityRow, ToldRows } from './rows.types.ts'

/** A book within a transaction of its team. */
type Place = { tx: DbExecutor; teamId: string; bookId: BookId }

const CHANGING =
  'name layer type aliases tags properties lines body source id documents document_hash read_by_model row_hash told_hash'.split(
    ' ',
  )
const COLUMNS = sql.raw(CHANGING.join(', '))
const CHANGED = sql.raw(CHANGING.map((column) => `${column} = excluded.${column}`).join(', '))

/** Strings that an index looks up one by one. */
export const among = (values: readonly string[]): SQL =>
  sql`any(array(select jsonb_array_elements_text(${json(values)})))`

/** Ids of the entities of a book, for an index that looks them up one by one. */
export const idsOf = (bookId: BookId): SQL =>
  sql`any(array(select id from teamlore.entities where book_id = ${bookId} and id is not null))`

export const previousRows = async ({ tx, teamId, bookId }: Place): Promise<PreviousEntityRow[]> => {
  // Each by itself: joined without statistics, as in a young database, the two are compared pair by pair.
  const found = await rows<Omit<PreviousEntityRow, 'is_indexed'>>(
    tx,
    sql`select key, source->>'path' as path, source->>'hash' as hash, id, document_hash, documents,
        read_by_model, row_hash, told_hash
      from teamlore.entities where team_id = ${teamId} and book_id = ${bookId}`,
  )
  const counted = await rows<{ source_id: string; documents: number }>(
    tx,
    sql`select source_id, count(*)::int as documents from teamlore.documents
      where source_id = ${idsOf(bookId)} group by source_id`,
  )
  const there = new Map(counted.map(({ source_id, documents }) => [source_id, documents]))
  return found.map((row) => ({
    ...row,
    is_indexed: row.path === null || row.documents === (there.get(row.id ?? '') ?? 0),
  }))
}

export const saveEntities = async (
  { tx, teamId, bookId }: Place,
  entities: readonly NewEntityRow[],
): Promise<void> => {
  for (const batch of batchesOf(entities))
    await tx.execute(sql`
      insert into teamlore.entities (team_id, book_id, key, ${COLUMNS})
      select ${teamId}, ${bookId}, key, ${COLUMNS}
      from jsonb_to_recordset(${json(batch)}) as r(key text, name text, layer text, type text,
        aliases jsonb, tags jsonb, properties jsonb, lines jsonb, body text, source jsonb, id text,
        documents integer, document_hash text, read_by_model text, row_hash text, told_hash text)
      on conflict (book_id, key) do update set ${CHANGED}`)
}

export const removeTold = async (
  { tx, teamId, bookId }: Place,
  { files, keys }: { files: readonly string[]; keys: readonly string[] },
): Promise<void> => {
  if (files.length > 0)
    await tx.execute(sql`delete from teamlore.entity_edges
      where team_id = ${teamId} and book_id = ${bookId} and file = ${among(files)}`)
  if (keys.length > 0)
    await tx.execute(sql`delete from teamlore.entity_events
      where team_id = ${teamId} and book_id = ${bookId} and key = ${among(keys)}`)
}

export const addTold = async (
  { tx, teamId, bookId }: Place,
  told: readonly ToldRows[],
): Promise<void> => {
  const edges = told.flatMap((note) => note.edges.map((edge, position) => ({ ...edge, position })))
  for (const batch of batchesOf(edges))
    await tx.execute(sql`
      insert into teamlore.entity_edges (team_id, book_id, position, src_key, dst_key, relationship,
        file, line)
      select ${teamId}, ${bookId}, r.position, r."from", r."to", r.relationship, r.file, r.line
      from jsonb_to_recordset(${json(batch)}) as r(position integer, "from" text, "to" text,
        relationship text, file text, line integer)`)
  const events = told.flatMap(({ event }) => (event === null ? [] : [event]))
  for (const batch of batchesOf(events))
    await tx.execute(sql`
      insert into teamlore.entity_events (team_id, book_id, key, layer, session, date_real,
        date_in_world, consequences, file)
      select ${teamId}, ${bookId}, key, layer, session, date_real, date_in_world, consequences, file
      from jsonb_to_recordset(${json(batch)}) as r(key text, layer text, session bigint,
        date_real text, date_in_world text, consequences jsonb, file text)`)
}
