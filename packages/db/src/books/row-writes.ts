import type { BookId, TeamId } from '@teamlore/shared'
import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import { documentsTable } from '../documents/table.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { batchesOf } from '../sql/batches.ts'
import { columnsBut, namesOf, recordsOf, setFrom } from '../sql/column-sets.ts'
import { isAmong } from '../sql/lists.ts'
import type { NewEntityRow, PreviousEntityRow, StatedRows } from './rows.types.ts'
import { entitiesTable, entityEdgesTable, entityEventsTable } from './table.ts'

/** A book within a transaction of its team. */
type Place = { tx: DbExecutor; teamId: TeamId; bookId: BookId }

const { source } = entitiesTable

const PREVIOUS = {
  key: entitiesTable.key,
  path: sql<string | null>`${source}->>'path'`,
  hash: sql<string | null>`${source}->>'hash'`,
  id: entitiesTable.id,
  document_hash: entitiesTable.documentHash,
  documents: entitiesTable.documents,
  read_by_model: entitiesTable.readByModel,
  row_hash: entitiesTable.rowHash,
  stated_hash: entitiesTable.statedHash,
}

const ENTITY = columnsBut(entitiesTable, 'teamId', 'bookId')
const EDGE = columnsBut(entityEdgesTable, 'teamId', 'bookId')
const EVENT = columnsBut(entityEventsTable, 'teamId', 'bookId')

/** Ids of the entities of a book, for an index that looks them up one by one. */
export const idsOf = (bookId: BookId): SQL =>
  sql`any(array(select id from teamlore.entities where book_id = ${bookId} and id is not null))`

export const previousRows = async ({ tx, teamId, bookId }: Place): Promise<PreviousEntityRow[]> => {
  // Each by itself: joined without statistics, as in a young database, the two are compared pair by pair.
  const found = await tx
    .select(PREVIOUS)
    .from(entitiesTable)
    .where(and(eq(entitiesTable.teamId, teamId), eq(entitiesTable.bookId, bookId)))
  const counted = await tx
    .select({ source_id: documentsTable.sourceId, documents: count() })
    .from(documentsTable)
    .where(sql`${documentsTable.sourceId} = ${idsOf(bookId)}`)
    .groupBy(documentsTable.sourceId)
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
  for (const batch of batchesOf(entities)) {
    const records = batch.map(
      ({ document_hash, read_by_model, row_hash, stated_hash, ...entity }) => ({
        ...entity,
        documentHash: document_hash,
        readByModel: read_by_model,
        rowHash: row_hash,
        statedHash: stated_hash,
      }),
    )
    await tx.execute(sql`
      insert into teamlore.entities (team_id, book_id, ${namesOf(ENTITY)})
      select ${teamId}, ${bookId}, ${namesOf(ENTITY)} from ${recordsOf(ENTITY, records)}
      on conflict (book_id, key) do update set ${setFrom(ENTITY, 'excluded')}`)
  }
}

export const removeStated = async (
  { tx, teamId, bookId }: Place,
  { files, keys }: { files: readonly string[]; keys: readonly string[] },
): Promise<void> => {
  if (files.length > 0)
    await tx
      .delete(entityEdgesTable)
      .where(
        and(
          eq(entityEdgesTable.teamId, teamId),
          eq(entityEdgesTable.bookId, bookId),
          isAmong(entityEdgesTable.file, files),
        ),
      )
  if (keys.length > 0)
    await tx
      .delete(entityEventsTable)
      .where(
        and(
          eq(entityEventsTable.teamId, teamId),
          eq(entityEventsTable.bookId, bookId),
          isAmong(entityEventsTable.key, keys),
        ),
      )
}

export const addStated = async (
  { tx, teamId, bookId }: Place,
  stated: readonly StatedRows[],
): Promise<void> => {
  const edges = stated.flatMap((note) =>
    note.edges.map(({ from_text, ...edge }, position) => ({
      ...edge,
      fromText: from_text,
      position,
    })),
  )
  for (const batch of batchesOf(edges))
    await tx.execute(sql`
      insert into teamlore.entity_edges (team_id, book_id, ${namesOf(EDGE)})
      select ${teamId}, ${bookId}, ${namesOf(EDGE)} from ${recordsOf(EDGE, batch)}`)
  const events = stated.flatMap(({ event }) => (event === null ? [] : [event]))
  for (const batch of batchesOf(events)) {
    const records = batch.map(({ date_real, date_in_world, ...event }) => ({
      ...event,
      dateReal: date_real,
      dateInWorld: date_in_world,
    }))
    await tx.execute(sql`
      insert into teamlore.entity_events (team_id, book_id, ${namesOf(EVENT)})
      select ${teamId}, ${bookId}, ${namesOf(EVENT)} from ${recordsOf(EVENT, records)}`)
  }
}
