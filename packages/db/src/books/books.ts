import type { BookId, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import { iso } from '../sql/page.ts'

/** The two files of a book and what is known of the whole. */
export type StoredBook = {
  id: BookId
  name: string
  project_text: string
  schema_text: string
  generation: number
  summary: Record<string, number>
  problems: unknown[]
  ingested_at: string
  /** Of its two files and all its notes as they were ingested last, and the generation that was; null: not known. */
  files_hash: string | null
  /** How often texts were replaced under hashes that stayed the same. */
  texts_replaced: number
  /** Where its files come from; null: not known yet, and no branch where it is in no repository. */
  home_repository: string | null
  home_branch: string | null
  /** Who made it; null where that was not kept. */
  made_by: UserId | null
}

type Ingested = Omit<
  StoredBook,
  'ingested_at' | 'name' | 'texts_replaced' | 'home_repository' | 'home_branch' | 'made_by'
>

export type OpenedBook = Pick<
  StoredBook,
  'id' | 'name' | 'project_text' | 'schema_text' | 'generation' | 'texts_replaced'
>

const BOOK = sql`
  id, name, project_text, schema_text, generation, summary, problems, ${iso(sql`ingested_at`)} as ingested_at,
  files_hash, texts_replaced, home_repository, home_branch, made_by`

const LISTED = sql`
  id, name, project_text, schema_text, generation, summary, ${iso(sql`ingested_at`)} as ingested_at,
  home_repository, home_branch, made_by`

export const createBookRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What is known of each, by name. */
  list(): Promise<Omit<StoredBook, 'problems' | 'files_hash' | 'texts_replaced'>[]> {
    return rows(
      tx,
      sql`select ${LISTED} from teamlore.books where team_id = ${teamId} and generation > 0 order by name limit 200`,
    )
  },

  /** A book that has been ingested. */
  async find(name: string): Promise<StoredBook | undefined> {
    const [book] = await rows<StoredBook>(
      tx,
      sql`select ${BOOK} from teamlore.books
        where team_id = ${teamId} and name = ${name} and generation > 0`,
    )
    return book
  },

  /** The same without what is wrong with its files, which may be much: for each question that is asked of it. */
  async open(name: string): Promise<OpenedBook | undefined> {
    const [book] = await rows<OpenedBook>(
      tx,
      sql`select id, name, project_text, schema_text, generation, texts_replaced from teamlore.books
        where team_id = ${teamId} and name = ${name} and generation > 0`,
    )
    return book
  },

  async findById(id: BookId): Promise<StoredBook | undefined> {
    const [book] = await rows<StoredBook>(
      tx,
      sql`select ${BOOK} from teamlore.books
        where team_id = ${teamId} and id = ${id} and generation > 0`,
    )
    return book
  },

  /** The book of a name, made where there is none, and nobody else's to change until the transaction ends. */
  async lock(name: string, newId: BookId, now: Date): Promise<StoredBook> {
    await tx.execute(sql`
      insert into teamlore.books (id, team_id, name, project_text, schema_text, generation, summary,
        problems, ingested_at)
      values (${newId}, ${teamId}, ${name}, '', '', 0, '{}', '[]', ${now.toISOString()}::timestamptz)
      on conflict (team_id, name) do nothing`)
    const [book] = await rows<StoredBook>(
      tx,
      sql`select ${BOOK} from teamlore.books
        where team_id = ${teamId} and name = ${name} for update`,
    )
    if (book === undefined) throw new Error('A book that was just made is gone.')
    return book
  },

  async update(book: Ingested, now: Date): Promise<void> {
    await tx.execute(sql`
      update teamlore.books set project_text = ${book.project_text}, schema_text = ${book.schema_text},
        generation = ${book.generation}, summary = ${json(book.summary)},
        problems = ${json(book.problems)}, ingested_at = ${now.toISOString()}::timestamptz,
        files_hash = ${book.files_hash}
      where team_id = ${teamId} and id = ${book.id}`)
  },

  /** Notes which files the book was found to be the same from. */
  async noteFiles(id: BookId, filesHash: string): Promise<void> {
    await tx.execute(sql`
      update teamlore.books set files_hash = ${filesHash} where team_id = ${teamId} and id = ${id}`)
  },

  /** Notes that texts were replaced under their hashes, so that nothing read before counts; says how often they were now. */
  async noteReplaced(id: BookId): Promise<number> {
    const [noted] = await rows<{ texts_replaced: number }>(
      tx,
      sql`update teamlore.books set files_hash = null, texts_replaced = texts_replaced + 1
        where team_id = ${teamId} and id = ${id} returning texts_replaced`,
    )
    if (noted === undefined) throw new Error('A book that was just locked is gone.')
    return noted.texts_replaced
  },
})
