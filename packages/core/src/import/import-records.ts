import type { StoredSession, UnitOfWork } from '@teamlore/db'
import {
  createRedactor,
  linksWithoutSecrets,
  type Redactor,
  redactRecords,
} from '@teamlore/redaction'
import {
  type ImportedSession,
  type ImportRequest,
  type ImportResponse,
  type IngestResponse,
  newId,
  sessionIdSchema,
} from '@teamlore/shared'
import { sessionsToReport } from '../identity/teams/may-report-outcome.ts'
import { forCapture, type TeamScope } from '../identity/teams/team-scope.ts'
import { sessionBusy } from '../ingest/ingest.errors.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { undatedOf, withUndated } from '../ingest/undated.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { cleanStrings } from '../text/clean-strings.ts'
import { writeLinks } from './write-links.ts'
import { type RecordChanges, writeRecords } from './write-records.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  /** Takes in the sessions themselves. */
  ingest: Ingest
  ids?: Pick<typeof newId, 'session' | 'observation' | 'summary' | 'document' | 'sessionLink'>
  now?: Clock
}

type Ingested = IngestResponse['sessions'][number]

/**
 * Takes in what another memory made of sessions: its observations and summaries, with their dates, under the sessions they
 * belong to. All of it is of origin `import`. Sending the same again changes nothing, a record that says something else
 * replaces what it said, and nothing is taken away.
 */
export const makeImportRecords =
  ({ unitOfWork, ingest, ids = newId, now = systemClock }: Deps) =>
  async (
    scope: TeamScope<'member'>,
    { machine, sessions }: ImportRequest,
    /** The identity of the project of all of them, where who sends them knows no folder of it. */
    known?: string,
  ): Promise<ImportResponse> => {
    const capture = forCapture(scope)
    const headers = sessions.map(({ session }) => session)
    const ingested = await ingest(capture, { machine, sessions: headers }, undefined, known)
    const redactor = await unitOfWork.inTeam(capture, async ({ redactionRules }) =>
      createRedactor(await redactionRules.get()),
    )
    const results: ImportResponse['sessions'] = []
    for (const [index, sent] of sessions.entries()) {
      const taken = ingested.sessions[index]
      if (taken === undefined) throw new Error('Ingest did not answer for every session.')
      const { records, links, count } = redacted(sent, redactor)
      const sessionId = sessionIdSchema.parse(taken.session_id)
      const changes = await unitOfWork.inTeam(capture, async (repos) => {
        const session = await repos.sessions.lock(sessionId)
        if (session === undefined) throw sessionBusy()
        const written = await writeRecords(repos, session, records, { ids, now: now() })
        await writeLinks(repos, sessionId, links, ids)
        if (isChanged(written)) await announce(repos.outbox, session)
        return written
      })
      results.push(resultOf(taken, changes, count))
    }
    const open = await sessionsToReport(
      { unitOfWork },
      scope,
      results.map(({ session_id }) => sessionIdSchema.parse(session_id)),
    )
    const answered = results.map((result, n) => {
      const sent = sessions[n]
      const answer = open.has(result.session_id) ? result : takenOf(result, sent, ids.session())
      const undated = undatedOf(timesOfRecords(sent), now())
      return withUndated(answer, [...(ingested.sessions[n]?.undated ?? []), ...undated])
    })
    return { machine_id: ingested.machine_id, sessions: answered }
  }

const timesOfRecords = function* (sent?: ImportedSession) {
  if (sent === undefined) return
  const { observations, summaries } = sent
  for (const { key, occurred_at } of observations) yield ['observation', key, occurred_at] as const
  for (const { prompt_number, occurred_at } of summaries)
    yield ['summary', String(prompt_number), occurred_at] as const
}

export type ImportRecords = ReturnType<typeof makeImportRecords>

const redacted = (sent: ImportedSession, redactor: Redactor) => {
  const { observations, summaries, links = [] } = sent
  const clean = cleanStrings({ observations, summaries, links })
  const { count, ...records } = redactRecords(
    { observations: clean.observations, summaries: clean.summaries },
    redactor,
  )
  return { records, links: linksWithoutSecrets(clean.links, redactor), count }
}

const isChanged = ({ observations, summaries }: RecordChanges): boolean =>
  [observations, summaries].some(({ inserted, updated }) => inserted + updated > 0)

type Outbox = Parameters<Parameters<UnitOfWork['inTeam']>[1]>[0]['outbox']

/** As after distilling: what is new waits to be embedded, and open dashboards look again. */
const announce = async (outbox: Outbox, { id, privateTo }: StoredSession): Promise<void> => {
  await outbox.add({ type: 'session.distilled', payload: { session_id: id } })
  await outbox.notifyLive({ type: 'session.distilled', sessionId: id, privateTo })
}

const resultOf = (
  ingested: Ingested,
  changes: RecordChanges,
  redactions: number,
): ImportResponse['sessions'][number] => ({
  native_id: ingested.native_id,
  session_id: ingested.session_id,
  created: ingested.created,
  messages: {
    inserted: ingested.inserted_messages,
    updated: ingested.updated_messages,
    unchanged: ingested.unchanged_messages,
  },
  ...changes,
  server_redactions: ingested.server_redactions + redactions,
})

/** As of a session that is taken in: that all of it was taken, and nothing of what was there. */
const takenOf = (
  { native_id, server_redactions }: ImportResponse['sessions'][number],
  sent: ImportedSession | undefined,
  id: string,
): ImportResponse['sessions'][number] => {
  const taken = (items: readonly unknown[] | undefined) => ({
    inserted: items?.length ?? 0,
    updated: 0,
    unchanged: 0,
  })
  return {
    native_id,
    session_id: id,
    created: true,
    server_redactions,
    messages: taken(sent?.session.messages),
    observations: taken(sent?.observations),
    summaries: taken(sent?.summaries),
  }
}
