import { isDeepStrictEqual } from 'node:util'
import type { PreviousEntityRow, StoredBook, TeamRepositories, UnitOfWork } from '@teamlore/db'
import {
  type Book,
  type BookProject,
  type BookSchema,
  checkBook,
  ingestBook,
  type KnownFile,
  type Plan,
  type Problem,
  type Summary,
  seesWhole,
} from '@teamlore/lorebook'
import { createRedactor } from '@teamlore/redaction'
import { type BookId, newId } from '@teamlore/shared'
import type { IngestBookRequest, IngestBookResponse } from '@teamlore/shared/books'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { declaredIn } from './book-declared.ts'
import { outdatedProposals, proposalsByNames } from './book-proposals.ts'
import { cleanRequest, filesHashOf, notedHash, readDeclared } from './book-request.ts'
import { bookPartsHidden } from './books.errors.ts'
import { type Gathered, gatherFiles } from './gather-files.ts'
import { planIndex, writeEntities } from './index-entities.ts'
import { type KnownReads, makeKnownReads, type ReadUnder } from './known-reads.ts'
import { planWrites, type Writes } from './plan-writes.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'book' | 'entity'>
}
type Input = { book: string; request: IngestBookRequest }
type Repositories = Pick<
  TeamRepositories,
  'books' | 'bookFiles' | 'bookProposals' | 'bookRows' | 'bookVersions' | 'documents' | 'outbox'
>

/** So many problems are kept and told; a book with more of them has one cause many times. */
const MAX_PROBLEMS = 2_000

/**
 * Makes a lorebook of its files, in one transaction: whoever reads sees the book before or the book after. Texts that the
 * server has need not be sent again. The same again changes nothing, and what changed alone is written.
 */
export const makeIngestBook = ({ unitOfWork, now = systemClock, ids = newId }: Deps) => {
  const knownReads = makeKnownReads()
  return async (
    scope: TeamScope<'member'>,
    { book: name, request }: Input,
  ): Promise<IngestBookResponse> => {
    const { reads, told } = await unitOfWork.inTeam(scope, async (repos): Promise<Ingested> => {
      const redactor = createRedactor(await repos.redactionRules.get())
      const { said, redactions, repeated } = cleanRequest(request, redactor)
      const { project, schema, problems: fromFiles } = readDeclared(said)
      if (project === undefined || schema === undefined)
        return { told: answer('refused', { problems: fromFiles, redactions }) }
      mustSeeWhole(scope, { project, schema })
      const stored = await repos.books.lock(name, ids.book(), now())
      // What a request leaves out is told in its answer, so hidden parts would show.
      if (stored.generation > 0) mustSeeWhole(scope, declaredIn(stored))
      const written = { repos, stored, said, knownReads, project, schema, fromFiles, repeated }
      const ingested = await ingest({ ...written, scope, ids, at: now() })
      return { ...ingested, told: { ...ingested.told, server_redactions: redactions } }
    })
    // Only what was stored is known: a transaction may have failed.
    if (reads) knownReads.keep(reads.book, reads.under, reads.files)
    return told
  }
}

type Ingested = {
  told: IngestBookResponse
  reads?: { book: BookId; under: ReadUnder; files: readonly KnownFile[] }
}

/** @throws DomainError `book.parts_hidden` */
const mustSeeWhole = ({ role }: TeamScope, declared: Parameters<typeof seesWhole>[0]): void => {
  if (!seesWhole(declared, role)) throw bookPartsHidden()
}

const ingest = async (writing: Writing): Promise<Ingested> => {
  const { repos, stored, said, repeated, at } = writing
  const filesHash = filesHashOf(said, repeated)
  const isSame = await isAsStored(writing, filesHash)
  const gathered = isSame ? undefined : await gatherFiles(writing)
  if (gathered && !gathered.files)
    return { told: answer('incomplete', { wanted: gathered.wanted }) }
  if (!said.dry_run) await saveVersion(repos, stored, said, at)
  if (said.is_past) return { told: answer('recorded', {}) }
  if (!gathered?.files) return { told: sameAgain(stored, said) }
  return write(writing, { ...gathered, files: gathered.files, filesHash })
}

/** Whether a book was made of these very files, and nothing of it is lost. */
const isAsStored = async ({ repos, stored, said }: Writing, filesHash: string): Promise<boolean> =>
  !said.full &&
  !said.has_more &&
  stored.generation > 0 &&
  stored.files_hash === notedHash(stored.generation, filesHash) &&
  !(await repos.bookRows.areSomeLost(stored.id))

const sameAgain = ({ summary, problems }: StoredBook, said: IngestBookRequest) =>
  answer(said.dry_run ? 'planned' : 'unchanged', {
    summary: { ...(summary as Summary), created: 0, updated: 0, deleted: 0, renamed: 0 },
    plan: { created: [], updated: [], deleted: [], renamed: [] },
    problems: problems as Problem[],
  })

type Told = {
  wanted?: string[]
  problems?: readonly Problem[]
  redactions?: number
  summary?: Summary
  plan?: Plan
}

const answer = (
  state: IngestBookResponse['state'],
  { wanted = [], problems = [], redactions = 0, summary, plan }: Told,
): IngestBookResponse => ({
  state,
  wanted,
  summary: summary ?? null,
  plan: plan ?? null,
  problems: problems.slice(0, MAX_PROBLEMS),
  server_redactions: redactions,
})

/** Keeps what the files are at a commit, so that it can be asked how things were then. */
const saveVersion = async (
  { bookVersions }: Repositories,
  { id }: StoredBook,
  { version, project, schema, files }: IngestBookRequest,
  at: Date,
): Promise<void> => {
  if (version === undefined) return
  const listed = files.map(({ path, hash }) => ({ path, hash }))
  await bookVersions.save(
    id,
    { ...version, project_text: project, schema_text: schema, files: listed },
    at,
  )
}

type Writing = {
  repos: Repositories
  stored: StoredBook
  said: IngestBookRequest
  knownReads: KnownReads
  project: BookProject
  schema: BookSchema
  fromFiles: Problem[]
  /** Of files that came with one path. */
  repeated: Problem[]
  scope: TeamScope
  ids: Pick<typeof newId, 'entity'>
  at: Date
}

type Sources = Required<Omit<Gathered, 'wanted'>> & { filesHash: string }

const write = async (
  { repos, stored, said, project, schema, fromFiles, repeated, scope, ids, at }: Writing,
  { files, unused, under, filesHash }: Sources,
): Promise<Ingested> => {
  const { books, bookFiles, bookRows, outbox } = repos
  const found = await bookRows.previous(stored.id)
  const previous = said.full ? found.map(withoutHashes) : found
  const { book, plan, summary, reads } = ingestBook({
    ...{ project, schema, files, previous },
    problems: [...fromFiles, ...repeated],
  })
  const paths = files.map(({ path }) => path)
  const problems = checkBook(book, paths).slice(0, MAX_PROBLEMS)
  const told = { problems, summary, plan }
  if (said.dry_run) return { told: answer('planned', told) }
  const index = planIndex(stored.name, book, { previous, plan }, ids.entity)
  const writes = planWrites(book, index, { previous, plan })
  const kept = { book: stored.id, under, files: reads }
  await bookFiles.remove(stored.id, unused)
  if (isUnchanged(stored, said, { writes, problems })) {
    await books.noteFiles(stored.id, notedHash(stored.generation, filesHash))
    return { told: answer('unchanged', told), reads: kept }
  }
  const { id, name } = stored
  const generation = stored.generation + 1
  await writeEntities(repos, writes, { bookId: id, bookName: name, teamId: scope.teamId })
  await writeProposals(repos, id, book)
  await outbox.add({ type: 'book.ingested', payload: { book_id: id } })
  const files_hash = notedHash(generation, filesHash)
  const texts = { project_text: said.project, schema_text: said.schema, files_hash }
  await books.update({ id, ...texts, generation, summary, problems }, at)
  return { told: answer('ingested', told), reads: kept }
}

/** As if nothing were known of what is stored, so that all of it is written. */
const withoutHashes = (row: PreviousEntityRow): PreviousEntityRow => ({
  ...row,
  ...{ row_hash: null, told_hash: null, is_indexed: false },
})

/** Files may have come and gone that are no part of the book. */
const isUnchanged = (
  stored: StoredBook,
  said: IngestBookRequest,
  { writes, problems }: { writes: Writes; problems: readonly Problem[] },
): boolean =>
  !said.full &&
  stored.generation > 0 &&
  stored.project_text === said.project &&
  stored.schema_text === said.schema &&
  writes.entities.length + writes.goneKeys.length === 0 &&
  isDeepStrictEqual(stored.problems, JSON.parse(JSON.stringify(problems)))

const writeProposals = async (
  { bookProposals }: Repositories,
  bookId: BookId,
  book: Book,
): Promise<void> => {
  await bookProposals.replace(bookId, 'names', proposalsByNames(book))
  await bookProposals.remove(bookId, outdatedProposals(book, await bookProposals.list(bookId)))
}
