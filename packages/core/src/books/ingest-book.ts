import type { BookFile, StoredBook, TeamRepositories, UnitOfWork } from '@teamlore/db'
import {
  type BookProject,
  type BookSchema,
  checkBook,
  ingestBook,
  type Plan,
  type Problem,
  readProject,
  readSchema,
  type Summary,
  seesWhole,
} from '@teamlore/lorebook'
import { createRedactor, type Redactor } from '@teamlore/redaction'
import { newId, type TeamId } from '@teamlore/shared'
import type { EntityId, IngestBookRequest, IngestBookResponse } from '@teamlore/shared/books'
import { cleanStrings } from '../platform/clean-strings.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { declaredIn } from './book-declared.ts'
import { outdatedProposals, proposalsByNames } from './book-proposals.ts'
import { rowsOfBook } from './book-rows.ts'
import { bookPartsHidden } from './books.errors.ts'
import { inSearchBy, planIndex, writeIndex } from './index-entities.ts'

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
 * server has need not be sent again. The same again changes nothing.
 */
export const makeIngestBook =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, { book: name, request }: Input): Promise<IngestBookResponse> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const redactor = createRedactor(await repos.redactionRules.get())
      const { said, redactions } = cleanRequest(request, redactor)
      const { project, schema, problems: fromFiles } = readFiles(said)
      if (project === undefined || schema === undefined)
        return answer('refused', { problems: fromFiles, redactions })
      mustSeeWhole(scope, { project, schema })
      const stored = await repos.books.lock(name, ids.book(), now())
      // What a request leaves out is told in its answer, so hidden parts would show.
      if (stored.generation > 0) mustSeeWhole(scope, declaredIn(stored))
      const { files, wanted } = await gather(repos, stored, said)
      if (files === undefined) return answer('incomplete', { wanted, redactions })
      await saveVersion(repos, stored, said, now())
      if (said.is_past) return answer('recorded', { redactions })
      const { teamId } = scope
      const newEntityId = ids.entity
      const writing = { said, files, project, schema, fromFiles, teamId, newEntityId, at: now() }
      return { ...(await write(repos, stored, writing)), server_redactions: redactions }
    })

/** @throws DomainError `book.parts_hidden` */
const mustSeeWhole = ({ role }: TeamScope, declared: Parameters<typeof seesWhole>[0]): void => {
  if (!seesWhole(declared, role)) throw bookPartsHidden()
}

type Gathered = { files?: BookFile[]; wanted: string[] }

/** All files of a request with their texts, of those the server has and those that came; else which it lacks. */
const gather = async (
  { bookFiles }: Repositories,
  { id }: StoredBook,
  { files, has_more }: IngestBookRequest,
): Promise<Gathered> => {
  await bookFiles.add(id, files.filter(hasText))
  if (has_more) return { wanted: [] }
  const known = new Map((await bookFiles.list(id)).map((file) => [fileKey(file), file]))
  const wanted = files.filter((file) => !known.has(fileKey(file))).map(({ path }) => path)
  if (wanted.length > 0) return { wanted }
  return { files: files.flatMap((file) => known.get(fileKey(file)) ?? []), wanted }
}

const fileKey = ({ path, hash }: { path: string; hash: string }): string => `${path}\n${hash}`

const hasText = (file: IngestBookRequest['files'][number]): file is BookFile =>
  file.text !== undefined

const cleanRequest = (
  request: IngestBookRequest,
  redactor: Redactor,
): { said: IngestBookRequest; redactions: number } => {
  let redactions = 0
  const clean = (text: string): string => {
    const redacted = redactor.redact(text)
    redactions += redacted.count
    return redacted.text
  }
  const { project, schema, files, ...rest } = cleanStrings(request)
  const said = {
    ...rest,
    project: clean(project),
    schema: clean(schema),
    files: files.map(({ text, ...file }) => ({
      ...file,
      path: clean(file.path),
      ...(text !== undefined && { text: clean(text) }),
    })),
  }
  return { said, redactions }
}

const readFiles = ({ project, schema }: IngestBookRequest) => {
  const ofProject = readProject(project)
  const ofSchema = readSchema(schema)
  return {
    project: ofProject.project,
    schema: ofSchema.schema,
    problems: [...ofProject.problems, ...ofSchema.problems],
  }
}

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
  said: IngestBookRequest
  files: BookFile[]
  project: BookProject
  schema: BookSchema
  fromFiles: Problem[]
  teamId: TeamId
  newEntityId: () => EntityId
  at: Date
}

const write = async (
  repositories: Repositories,
  stored: StoredBook,
  { said, files, project, schema, fromFiles, teamId, newEntityId, at }: Writing,
): Promise<IngestBookResponse> => {
  const { books, bookFiles, bookProposals, bookRows, outbox } = repositories
  const previous = await bookRows.previous(stored.id)
  const { book, plan, summary } = ingestBook({
    project,
    schema,
    files,
    previous,
    problems: fromFiles,
  })
  const problems = checkBook(
    book,
    files.map(({ path }) => path),
  )
  if (said.dry_run) return answer('planned', { problems, summary, plan })
  const isSame =
    stored.generation > 0 &&
    stored.project_text === said.project &&
    stored.schema_text === said.schema &&
    previous.every(({ is_indexed }) => is_indexed) &&
    Object.values(plan).every((changes) => changes.length === 0)
  if (isSame) return answer('unchanged', { problems, summary, plan })
  const index = planIndex(stored.name, book, { previous, plan }, newEntityId)
  await bookRows.replace(stored.id, rowsOfBook(book, inSearchBy(index)))
  await writeIndex(repositories, index, { bookName: stored.name, teamId, previous })
  await bookProposals.replace(stored.id, 'names', proposalsByNames(book))
  await bookProposals.remove(
    stored.id,
    outdatedProposals(book, await bookProposals.list(stored.id)),
  )
  await outbox.add({ type: 'book.ingested', payload: { book_id: stored.id } })
  await bookFiles.keepOnly(stored.id, files)
  await books.update(
    {
      id: stored.id,
      project_text: said.project,
      schema_text: said.schema,
      generation: stored.generation + 1,
      summary,
      problems: problems.slice(0, MAX_PROBLEMS),
    },
    at,
  )
  return answer('ingested', { problems, summary, plan })
}
