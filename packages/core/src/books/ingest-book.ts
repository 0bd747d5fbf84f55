import type { BookHome, StoredBook, UnitOfWork } from '@teamlore/db'
import { seesWhole } from '@teamlore/lorebook'
import { createRedactor } from '@teamlore/redaction'
import { newId } from '@teamlore/shared'
import type { IngestBookRequest, IngestBookResponse } from '@teamlore/shared/books'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { declaredIn } from './book-declared.ts'
import { type Home, homeOf, settleHome } from './book-home.ts'
import { cleanRequest, problemsBeside, readDeclared } from './book-request.ts'
import { bookPartsHidden } from './books.errors.ts'
import { makeKnownReads } from './known-reads.ts'
import { answer, type Ingested, ingest } from './write-book.ts'
import type { Repositories, Writing } from './writing.types.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'book' | 'entity' | 'event'>
}
type Input = { book: string; request: IngestBookRequest }
/**
 * Makes a lorebook of its files, in one transaction: whoever reads sees the book before or the book after. Texts that the
 * server has need not be sent again. The same again changes nothing, and what changed alone is written.
 */
export const makeIngestBook = (deps: Deps) => {
  const knownReads = makeKnownReads()
  return async (scope: TeamScope<'member'>, input: Input): Promise<IngestBookResponse> => {
    const { reads, response } = await deps.unitOfWork.inTeam(scope, (repos) =>
      ingestRequest({ ...deps, scope, repos, knownReads }, input),
    )
    // Only what was stored is known: a transaction may have failed.
    if (reads) knownReads.keep(reads.book, reads.under, reads)
    return response
  }
}

type Asked = Deps & Pick<Writing, 'repos' | 'knownReads'> & { scope: TeamScope<'member'> }

const ingestRequest = async (
  { repos, scope, knownReads, now = systemClock, ids = newId }: Asked,
  { book: name, request }: Input,
): Promise<Ingested> => {
  const redactor = createRedactor(await repos.redactionRules.get())
  const { said, redactions, repeated } = cleanRequest(request, redactor)
  const declared = readDeclared(said)
  const { problems: fromFiles } = declared
  const known = await repos.books.find(name)
  // Where one of the two files has a slip, the last good one stays.
  const project = declared.project ?? (known && declaredIn(known).project)
  const hasSchema = declared.schema !== undefined || known !== undefined
  if (project === undefined || !hasSchema)
    return { response: answer('refused', { problems: problemsBeside(said, declared), redactions }) }
  if (declared.schema) mustSeeWhole(scope, { project, schema: declared.schema })
  const stored = await repos.books.lock(name, ids.book(), now())
  // What a request leaves out is named in its answer, so hidden parts would show.
  if (stored.generation > 0) mustSeeWhole(scope, declaredIn(stored))
  const schema = declared.schema ?? declaredIn(stored).schema
  mustSeeWhole(scope, { project, schema })
  const home = settleHome(scope, stored, said)
  const { links } = stored
  const written = { repos, stored, knownReads, project, schema, fromFiles, links, repeated }
  const meant = {
    ...said,
    project: declared.project ? said.project : stored.project_text,
    schema: declared.schema ? said.schema : stored.schema_text,
    dry_run: said.dry_run || home.isElsewhere,
  }
  const ingested = await ingest({ ...written, said: meant, scope, ids, at: now() })
  const noted = await noteHome(
    { repos, scope, stored, said, home, id: ids.event() },
    ingested.response,
  )
  const response = { ...ingested.response, ...noted, server_redactions: redactions }
  return { ...ingested, response: home.isElsewhere ? fromElsewhere(response, said) : response }
}

/** A dry run, unless one was asked for. */
const fromElsewhere = (
  response: IngestBookResponse,
  { dry_run }: IngestBookRequest,
): IngestBookResponse => {
  if (dry_run) return { ...response, would_be: 'elsewhere' }
  const { would_be: _, ...rest } = response
  return ['planned', 'recorded'].includes(response.state) ? { ...rest, state: 'elsewhere' } : rest
}

type Noting = {
  repos: Repositories
  scope: TeamScope<'member'>
  stored: StoredBook
  said: Pick<IngestBookRequest, 'from'>
  home: Home
  id: string
}

/** Notes who made a book and where it comes from, once it is made. */
const noteHome = async (
  { repos, scope, stored, said, home, id }: Noting,
  { state }: IngestBookResponse,
): Promise<Pick<IngestBookResponse, 'home' | 'is_new_home'>> => {
  const isMade = state === 'ingested' || state === 'unchanged'
  const folder = said.from?.folder
  if (isMade && !home.isElsewhere && folder !== undefined && folder !== stored.home_folder)
    await repos.bookHomes.setFolder(stored.id, folder)
  if (state === 'ingested' && stored.generation === 0)
    await repos.bookHomes.setMaker(stored.id, scope.userId)
  const { newHome } = home
  if (!isMade || newHome === undefined) return { home: homeOf(stored), is_new_home: false }
  await moveHome(repos, scope, { stored, newHome, id })
  return { home: newHome, is_new_home: true }
}

type Moving = { stored: StoredBook; newHome: BookHome; id: string }

/** Notes where a book comes from; that it came from elsewhere before is an audit event. */
const moveHome = async (
  { bookHomes, audit }: Repositories,
  { userId }: TeamScope<'member'>,
  { stored, newHome, id }: Moving,
): Promise<void> => {
  await bookHomes.set(stored.id, newHome)
  if (stored.home_repository === null) return
  const { repository, branch } = newHome
  await audit.add({
    id,
    action: 'book.home_moved',
    userId,
    subject: stored.id,
    details: { repository, branch },
  })
}

/** @throws DomainError `book.parts_hidden` */
export const mustSeeWhole = (
  { role }: TeamScope,
  declared: Parameters<typeof seesWhole>[0],
): void => {
  if (!seesWhole(declared, role)) throw bookPartsHidden()
}
