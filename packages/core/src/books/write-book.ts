import { isDeepStrictEqual } from 'node:util'
import type { BookHome, PreviousEntityRow, StoredBook } from '@teamlore/db'
import {
  type Book,
  type CachedLooks,
  checkBook,
  ingestBook,
  type KnownFile,
  type Plan,
  type Problem,
  type Summary,
} from '@teamlore/lorebook'
import type { BookId } from '@teamlore/shared'
import type { IngestBookRequest, IngestBookResponse } from '@teamlore/shared/books'
import { outdatedProposals, proposalsByNames } from './book-proposals.ts'
import { filesHashOf, notedHash } from './book-request.ts'
import { type Gathered, gatherFiles } from './gather-files.ts'
import { planIndex, writeEntities } from './index-entities.ts'
import type { ReadUnder } from './known-reads.ts'
import { brokenAmong, lastGoodNotes, notKept, readFiles } from './last-good.ts'
import { planWrites, type Writes } from './plan-writes.ts'
import { idsAgain, mustAllow, outdatedIds, saveGeneration } from './save-generation.ts'
import { turnsOf } from './shown-files.ts'
import type { Repositories, Writing } from './writing.types.ts'

/** So many problems are kept and reported; a book with more of them has one cause many times. */
const MAX_PROBLEMS = 2_000

const HELD_BACK = { would_be: 'deletions' } as const

export type Ingested = {
  response: IngestBookResponse
  reads?: { book: BookId; under: ReadUnder; files: readonly KnownFile[]; looks: CachedLooks }
}

/** Makes a book of the files of a request, or says what is missing for that. */
export const ingest = async (writing: Writing): Promise<Ingested> => {
  const { repos, stored, said, repeated, fromFiles, links, at } = writing
  const filesHash = filesHashOf(said, [...fromFiles, ...repeated], links)
  const isSame = await isAsStored(writing, filesHash)
  const gathered = isSame ? undefined : await gatherFiles(writing)
  if (gathered && !gathered.files)
    return { response: answer('incomplete', { wanted: gathered.wanted }) }
  if (!said.dry_run) await saveVersion(repos, stored, said, at)
  if (said.is_past) return { response: answer('recorded', {}) }
  if (!gathered?.files) return { response: sameAgain(stored, said) }
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

type Details = {
  wanted?: string[]
  problems?: readonly Problem[]
  redactions?: number
  summary?: Summary
  plan?: Plan
  home?: BookHome | null
}

export const answer = (
  state: IngestBookResponse['state'],
  { wanted = [], problems = [], redactions = 0, summary, plan, home }: Details,
): IngestBookResponse => ({
  state,
  wanted,
  summary: summary ?? null,
  plan: plan ?? null,
  problems: problems.slice(0, MAX_PROBLEMS),
  server_redactions: redactions,
  ...(home !== undefined && { home }),
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

type Sources = Required<Omit<Gathered, 'wanted'>> & { filesHash: string }

const write = async (writing: Writing, sources: Sources): Promise<Ingested> => {
  const { repos, stored, said, project, schema, fromFiles, repeated } = writing
  const { links, scope, ids, at, restoring } = writing
  const { files: sent, shown, gone, under, filesHash } = sources
  const { books, bookFiles, bookRows, outbox } = repos
  const found = await bookRows.previous(stored.id)
  const previous = said.full ? found.map(withoutHashes) : found
  const files = readFiles(project, sent)
  const wanted = brokenAmong(files, schema, previous)
  const lastGood =
    restoring?.lastGood(project, wanted) ??
    lastGoodNotes(project, await bookFiles.listOf(stored.id, wanted))
  const { book, plan, summary, reads } = ingestBook({
    project,
    schema,
    files,
    previous,
    lastGood,
    dropsUnsaid: said.allow_deletions === true && restoring === undefined,
    hasLinkEdges: links === true,
    problems: [...fromFiles, ...repeated],
  })
  const paths = files.map(({ path }) => path)
  const looks = writing.knownReads.looks(stored.id)
  const problems = checkBook(book, paths, looks).slice(0, MAX_PROBLEMS)
  const changes = { problems, summary, plan }
  const isHeldBack = !said.allow_deletions && mustAllow(plan, previous)
  if (said.dry_run)
    return { response: { ...answer('planned', changes), ...(isHeldBack && HELD_BACK) } }
  if (isHeldBack) return { response: answer('deletions', changes) }
  // Who turns them off may have had a reason.
  if (!project.images) await repos.bookPictures.removeAll(stored.id)
  const generation = stored.generation + 1
  const newEntityId = idsAgain(previous, restoring, ids)
  const index = planIndex(stored.name, book, { previous, plan }, newEntityId)
  const writes = planWrites(book, index, { previous, plan })
  const kept = { book: stored.id, under, files: reads, looks }
  const { changed, unused } = turnsOf({ shown, gone }, generation)
  await bookFiles.show(stored.id, changed)
  await bookFiles.remove(stored.id, notKept(unused, lastGood))
  if (isUnchanged(stored, said, { writes, problems })) {
    await books.noteFiles(stored.id, notedHash(stored.generation, filesHash))
    return { response: answer('unchanged', changes), reads: kept }
  }
  const { id, name } = stored
  await repos.bookGenerations.keepVectors(id, stored.generation, outdatedIds(found, writes))
  await writeEntities(repos, writes, { bookId: id, bookName: name, teamId: scope.teamId })
  if (restoring)
    await repos.bookGenerations.restoreVectors(
      id,
      writes.entities.map(({ row }) => row.id),
    )
  await writeProposals(repos, id, book, looks)
  await outbox.add({ type: 'book.ingested', payload: { book_id: id } })
  const files_hash = notedHash(generation, filesHash)
  const texts = { project_text: said.project, schema_text: said.schema, files_hash }
  await books.update({ id, ...texts, generation, summary, problems }, at)
  await saveGeneration(writing, { generation, summary, writes, previous })
  return { response: answer('ingested', changes), reads: kept }
}

/** As if nothing were known of what is stored, so that all of it is written. */
const withoutHashes = (row: PreviousEntityRow): PreviousEntityRow => ({
  ...row,
  row_hash: null,
  stated_hash: null,
  is_indexed: false,
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
  looks: CachedLooks,
): Promise<void> => {
  await bookProposals.replace(bookId, 'names', proposalsByNames(book, looks))
  await bookProposals.remove(bookId, outdatedProposals(book, await bookProposals.list(bookId)))
}
