import type { BookId, UserId } from '@teamlore/shared'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isoOf } from '../sql/page.ts'
import { booksTable } from './table.ts'

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
  /** Its folder in that repository; null: not known yet. */
  home_folder: string | null
  /** Who made it; null where that was not kept. */
  made_by: UserId | null
  /** Whether links in texts are relationships, where `lorecraft.yaml` does not say; null: nobody has decided. */
  links: boolean | null
}

type Ingested = Omit<
  StoredBook,
  | 'ingested_at'
  | 'name'
  | 'texts_replaced'
  | 'home_repository'
  | 'home_branch'
  | 'home_folder'
  | 'made_by'
  | 'links'
>

export type OpenedBook = Pick<
  StoredBook,
  | 'id'
  | 'name'
  | 'project_text'
  | 'schema_text'
  | 'generation'
  | 'texts_replaced'
  | 'links'
  | 'home_repository'
  | 'home_branch'
  | 'home_folder'
>

const OPENED = {
  id: booksTable.id,
  name: booksTable.name,
  project_text: booksTable.projectText,
  schema_text: booksTable.schemaText,
  generation: booksTable.generation,
  links: booksTable.links,
  home_repository: booksTable.homeRepository,
  home_branch: booksTable.homeBranch,
  home_folder: booksTable.homeFolder,
}

const LISTED = {
  ...OPENED,
  summary: booksTable.summary,
  ingested_at: isoOf(booksTable.ingestedAt),
  made_by: booksTable.madeBy,
}

const BOOK = {
  ...LISTED,
  problems: booksTable.problems,
  files_hash: booksTable.filesHash,
  texts_replaced: booksTable.textsReplaced,
}

export const createBookRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createReads(tx, scope),
  ...createWrites(tx, scope),
})

const createReads = (tx: DbExecutor, { teamId }: DbScope) => {
  const isIngested = and(eq(booksTable.teamId, teamId), gt(booksTable.generation, 0))
  return {
    /** What is known of each, by name. */
    list(): Promise<Omit<StoredBook, 'problems' | 'files_hash' | 'texts_replaced'>[]> {
      return tx
        .select(LISTED)
        .from(booksTable)
        .where(isIngested)
        .orderBy(booksTable.name)
        .limit(200)
    },

    /** A book that has been ingested. */
    async find(name: string): Promise<StoredBook | undefined> {
      const [book] = await tx
        .select(BOOK)
        .from(booksTable)
        .where(and(isIngested, eq(booksTable.name, name)))
      return book
    },

    /** The same without what is wrong with its files, which may be much: for each question that is asked of it. */
    async open(name: string): Promise<OpenedBook | undefined> {
      const [book] = await tx
        .select({ ...OPENED, texts_replaced: booksTable.textsReplaced })
        .from(booksTable)
        .where(and(isIngested, eq(booksTable.name, name)))
      return book
    },

    async findById(id: BookId): Promise<StoredBook | undefined> {
      const [book] = await tx
        .select(BOOK)
        .from(booksTable)
        .where(and(isIngested, eq(booksTable.id, id)))
      return book
    },
  }
}

const createWrites = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: BookId) => and(eq(booksTable.teamId, teamId), eq(booksTable.id, id))
  return {
    /** The book of a name, made where there is none, and nobody else's to change until the transaction ends. */
    async lock(name: string, newId: BookId, now: Date): Promise<StoredBook> {
      const empty = { projectText: '', schemaText: '', generation: 0, summary: {}, problems: [] }
      await tx
        .insert(booksTable)
        .values({ id: newId, teamId, name, ...empty, ingestedAt: now })
        .onConflictDoNothing({ target: [booksTable.teamId, booksTable.name] })
      const [book] = await tx
        .select(BOOK)
        .from(booksTable)
        .where(and(eq(booksTable.teamId, teamId), eq(booksTable.name, name)))
        .for('update')
      if (book === undefined) throw new Error('A book that was just made is gone.')
      return book
    },

    async update(book: Ingested, now: Date): Promise<void> {
      await tx
        .update(booksTable)
        .set({
          projectText: book.project_text,
          schemaText: book.schema_text,
          generation: book.generation,
          summary: book.summary,
          problems: book.problems,
          ingestedAt: now,
          filesHash: book.files_hash,
        })
        .where(isThis(book.id))
    },

    /** Decides whether links in texts are relationships. */
    async setLinks(id: BookId, links: boolean | null): Promise<void> {
      await tx.update(booksTable).set({ links }).where(isThis(id))
    },

    /** Notes which files the book was found to be the same from. */
    async noteFiles(id: BookId, filesHash: string): Promise<void> {
      await tx.update(booksTable).set({ filesHash }).where(isThis(id))
    },

    /** Notes that texts were replaced under their hashes, so that nothing read before counts; returns how often they were now. */
    async noteReplaced(id: BookId): Promise<number> {
      const [noted] = await tx
        .update(booksTable)
        .set({ filesHash: null, textsReplaced: sql`${booksTable.textsReplaced} + 1` })
        .where(isThis(id))
        .returning({ textsReplaced: booksTable.textsReplaced })
      if (noted === undefined) throw new Error('A book that was just locked is gone.')
      return noted.textsReplaced
    },
  }
}
