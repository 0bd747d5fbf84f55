import type { BookId, TeamId } from '@teamlore/shared'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, flag } from '../sql/decode.ts'
import { isAmong } from '../sql/lists.ts'
import { addStated, idsOf, previousRows, removeStated, saveEntities } from './row-writes.ts'
import type { BookRows, NewEntityRow, PreviousEntityRow, StatedRows } from './rows.types.ts'
import { entitiesTable, entityEdgesTable, entityEventsTable } from './table.ts'

/** A text so short names what it speaks of, which is found by names. */
const SHORT = 40

const isOfBook = (teamId: TeamId, bookId: BookId) =>
  and(eq(entitiesTable.teamId, teamId), eq(entitiesTable.bookId, bookId))

const ENTITY = {
  key: entitiesTable.key,
  name: entitiesTable.name,
  layer: entitiesTable.layer,
  type: entitiesTable.type,
  aliases: entitiesTable.aliases,
  tags: entitiesTable.tags,
  properties: entitiesTable.properties,
  lines: entitiesTable.lines,
  body: entitiesTable.body,
  source: entitiesTable.source,
}

const EDGE = {
  from: entityEdgesTable.from,
  to: entityEdgesTable.to,
  relationship: entityEdgesTable.relationship,
  file: entityEdgesTable.file,
  line: entityEdgesTable.line,
  from_text: entityEdgesTable.fromText,
}

const EVENT = {
  key: entityEventsTable.key,
  layer: entityEventsTable.layer,
  session: entityEventsTable.session,
  date_real: entityEventsTable.dateReal,
  date_in_world: entityEventsTable.dateInWorld,
  consequences: entityEventsTable.consequences,
  file: entityEventsTable.file,
}

/** What the files of a book became. */
export const createBookRowRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createChanges(tx, scope),
  ...createReads(tx, scope),
})

const createChanges = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What an entity was made of, for a plan of changes. */
  previous(bookId: BookId): Promise<PreviousEntityRow[]> {
    return previousRows({ tx, teamId, bookId })
  },

  /** Whether the search has lost a document of some entity. */
  async areSomeLost(bookId: BookId): Promise<boolean> {
    const [answer] = await decoded(
      tx,
      { lost: flag },
      sql`select coalesce((select sum(documents) <> (
            select count(*) from teamlore.documents where source_id = ${idsOf(bookId)})
            or bool_or(documents is null and source is not null)
          from teamlore.entities where team_id = ${teamId} and book_id = ${bookId}), false) as lost`,
    )
    return answer?.lost === true
  },

  /** Removes entities by their keys. */
  async remove(bookId: BookId, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    await tx
      .delete(entitiesTable)
      .where(and(isOfBook(teamId, bookId), isAmong(entitiesTable.key, keys)))
  },

  /** Writes entities, in the place of those of their keys. */
  save(bookId: BookId, entities: readonly NewEntityRow[]): Promise<void> {
    return saveEntities({ tx, teamId, bookId }, entities)
  },

  /** Removes what files state, edges and mentions, and the events of these keys. */
  removeStated(
    bookId: BookId,
    what: { files: readonly string[]; keys: readonly string[] },
  ): Promise<void> {
    return removeStated({ tx, teamId, bookId }, what)
  },

  /** Adds what notes state; nothing that they stated before may be there any more. */
  addStated(bookId: BookId, stated: readonly StatedRows[]): Promise<void> {
    return addStated({ tx, teamId, bookId }, stated)
  },
})

const createReads = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Keys of notes that no language model has read as they are now. */
  async unread(bookId: BookId, { limit }: { limit: number }): Promise<string[]> {
    const { source, body, readByModel } = entitiesTable
    const found = await tx
      .select({ key: entitiesTable.key })
      .from(entitiesTable)
      .where(
        and(
          isOfBook(teamId, bookId),
          isNotNull(source),
          sql`${readByModel} is distinct from ${source}->>'hash' and length(${body}) >= ${SHORT}`,
        ),
      )
      .orderBy(entitiesTable.key)
      .limit(limit)
    return found.map(({ key }) => key)
  },

  /** Notes a language model has read, by the hash of what it read. */
  async noteRead(bookId: BookId, { key, hash }: { key: string; hash: string }): Promise<void> {
    await tx
      .update(entitiesTable)
      .set({ readByModel: hash })
      .where(and(isOfBook(teamId, bookId), eq(entitiesTable.key, key)))
  },

  async list(bookId: BookId): Promise<BookRows> {
    const entities = await tx
      .select(ENTITY)
      .from(entitiesTable)
      .where(isOfBook(teamId, bookId))
      .orderBy(entitiesTable.key)
    const edges = await tx
      .select(EDGE)
      .from(entityEdgesTable)
      .where(and(eq(entityEdgesTable.teamId, teamId), eq(entityEdgesTable.bookId, bookId)))
      .orderBy(entityEdgesTable.file, entityEdgesTable.position)
    const events = await tx
      .select(EVENT)
      .from(entityEventsTable)
      .where(and(eq(entityEventsTable.teamId, teamId), eq(entityEventsTable.bookId, bookId)))
      .orderBy(entityEventsTable.key)
    return { entities, edges, events }
  },
})
