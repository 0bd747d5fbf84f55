import type { BookId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { addTold, among, idsOf, previousRows, removeTold, saveEntities } from './row-writes.ts'
import type { BookRows, NewEntityRow, PreviousEntityRow, ToldRows } from './rows.types.ts'

/** A text so short names what it speaks of, which is found by names. */
const SHORT = 40

/** What the files of a book became. */
export const createBookRowRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What an entity was told by, for a plan of changes. */
  previous(bookId: BookId): Promise<PreviousEntityRow[]> {
    return previousRows({ tx, teamId, bookId })
  },

  /** Whether the search has lost a document of some entity. */
  async areSomeLost(bookId: BookId): Promise<boolean> {
    const [answer] = await rows<{ lost: boolean }>(
      tx,
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
    await tx.execute(sql`delete from teamlore.entities
      where team_id = ${teamId} and book_id = ${bookId} and key = ${among(keys)}`)
  },

  /** Writes entities, in the place of those of their keys. */
  save(bookId: BookId, entities: readonly NewEntityRow[]): Promise<void> {
    return saveEntities({ tx, teamId, bookId }, entities)
  },

  /** Removes what files told, edges and mentions, and the events of these keys. */
  removeTold(
    bookId: BookId,
    what: { files: readonly string[]; keys: readonly string[] },
  ): Promise<void> {
    return removeTold({ tx, teamId, bookId }, what)
  },

  /** Adds what notes tell; nothing that they told before may be there any more. */
  addTold(bookId: BookId, told: readonly ToldRows[]): Promise<void> {
    return addTold({ tx, teamId, bookId }, told)
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
        from teamlore.entity_edges ${ofBook} order by file, position`,
    )
    const events = await rows<BookRows['events'][number]>(
      tx,
      sql`select key, layer, session, date_real, date_in_world, consequences, file
        from teamlore.entity_events ${ofBook} order by key`,
    )
    return { entities, edges, events }
  },
})
