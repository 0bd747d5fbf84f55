import type { UnitOfWork } from '@teamlore/db'
import { type Redactor, redactSessionInTurns } from '@teamlore/redaction'
import {
  type IngestRequest,
  type IngestResponse,
  type IngestSession,
  newId,
  sessionIdSchema,
} from '@teamlore/shared'
import { documentsOfMessage } from '../documents/documents-of-message.ts'
import { tokensOfBlocks } from '../documents/tokens-of-blocks.ts'
import { sessionsToReport } from '../identity/teams/may-report-outcome.ts'
import { forCapture, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeBreather } from '../platform/breathe.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createSlices } from '../platform/slices.ts'
import { cleanStrings } from '../text/clean-strings.ts'
import { makeFindOrigins, type Origins } from './find-origins.ts'
import { ALWAYS_MOST, inBundles, MESSAGES } from './in-bundles.ts'
import type { DocumentsOfMessage } from './index-messages.ts'
import { type ArrivedSession, prepareSession } from './prepare-session.ts'
import {
  allOf,
  asResult,
  type Failed,
  type Prepared,
  type Result,
  resultsOf,
  takenOf,
} from './results.ts'
import { timesOfSession, undatedOf, withUndated } from './undated.ts'
import { makeWriteApart } from './write-apart.ts'
import { makeWriteInParts } from './write-in-parts.ts'
import { makeWriteSessions } from './write-sessions.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  /** The server's own look for secrets that the agent should have taken out already. */
  redact?: (
    session: IngestSession,
    redactor: Redactor,
    breathe: () => Promise<void>,
  ) => Promise<{ session: IngestSession; count: number }>
  documentsOf?: DocumentsOfMessage
  ids?: Pick<typeof newId, 'machine' | 'project' | 'session' | 'message' | 'edit'>
  /** Everybody shares one session of the database: transactions are kept short by the time they take. */
  isShared?: boolean
  /** Milliseconds of a clock that only goes forward. */
  clock?: () => number
}

/** How files that a person hands in are taken, other than what a machine sends. */
export type Upload = {
  /** For the person alone, whatever is usual in the project. */
  isPrivate: boolean
}

/** Before the transaction, in which nobody else has the database. */
const countAhead = async (
  { messages }: ArrivedSession,
  breathe: () => Promise<void>,
): Promise<void> => {
  for (const { blocks } of messages) {
    tokensOfBlocks(blocks)
    await breathe()
  }
}

/**
 * Takes in sessions of one machine, some of them in one transaction, so that small ones do not wait for one each and a large
 * request holds nothing up. One that fails does not keep the others from being stored; then the request fails. Sending the
 * same again changes nothing; an older or shorter copy takes nothing away.
 */
export const makeIngest = ({
  unitOfWork,
  now = systemClock,
  redact = redactSessionInTurns,
  documentsOf = documentsOfMessage,
  ids = newId,
  isShared = false,
  clock,
}: Deps) => {
  const slices = createSlices({ ...MESSAGES, ...(isShared ? {} : ALWAYS_MOST), clock })
  const writeSessions = makeWriteSessions({ unitOfWork, documentsOf, ids, slices })
  const writeApart = makeWriteApart(
    isShared ? makeWriteInParts(writeSessions, slices) : writeSessions,
  )

  const breathe = makeBreather()
  const findOrigins = makeFindOrigins({ unitOfWork, now, ids })

  const prepare = async (
    sent: IngestSession,
    { machineId, userId, projectOf, redactor }: Origins,
    hides: boolean,
  ): Promise<Prepared> => {
    const project = projectOf(sent)
    const { session, count } = await redact(cleanStrings(sent), redactor, breathe)
    const facts = { project, redactions: count, newEditId: ids.edit, now: now() }
    const privateTo = hides || project?.defaultVisibility === 'private' ? userId : null
    const owner = { machineId, userId, privateTo }
    const arrived = prepareSession(session, facts)
    if (isShared) await countAhead(arrived, breathe)
    return { arrival: { arrived, owner }, redactions: count }
  }

  return async (
    scope: TeamScope<'member'>,
    request: IngestRequest,
    upload?: Upload,
    /** What the project of all of it is known by, where who sends it knows no folder of it. */
    known?: string,
  ): Promise<IngestResponse> => {
    const hides = upload?.isPrivate === true
    const isUploaded = upload !== undefined
    const capture = forCapture(scope)
    const origins = await findOrigins(capture, request, { isUpload: isUploaded, known })
    const { uploads } = origins
    const results: Result[] = []
    let writing: Promise<void> = Promise.resolve()
    const write = async (prepared: readonly (Prepared | Failed)[]): Promise<void> => {
      const arrivals = prepared.flatMap((one) => ('arrival' in one ? one.arrival : []))
      const outcomes = await writeApart(capture, arrivals, { isUploaded, uploads, hides })
      results.push(...resultsOf(prepared, outcomes))
    }
    for (const bundle of inBundles(request.sessions, slices.size)) {
      // While the one before it is written.
      const prepared: (Prepared | Failed)[] = []
      for (const sent of bundle) prepared.push(await asResult(() => prepare(sent, origins, hides)))
      await writing
      writing = write(prepared)
      // Called by the next turn, or at the end; until then nobody is listening.
      writing.catch(() => {})
    }
    await writing
    const written = allOf(results)
    const open = await sessionsToReport(
      { unitOfWork },
      scope,
      written.map(({ session_id }) => sessionIdSchema.parse(session_id)),
    )
    const sessions = written.map((one, n) => {
      const sent = request.sessions[n]
      const answer = open.has(one.session_id) ? one : takenOf(one, sent, ids.session())
      return withUndated(answer, undatedOf(timesOfSession(sent), now()))
    })
    return { machine_id: origins.machineId, sessions }
  }
}

export type Ingest = ReturnType<typeof makeIngest>
