import type {
  Place,
  RetentionLimits,
  StoredSession,
  TeamRepositories,
  UnitOfWork,
} from '@teamlore/db'
import type { newId, ProjectId, SessionId } from '@teamlore/shared'
import { documentsOfMessage } from '../documents/documents-of-message.ts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { reindexSession } from '../ingest/index-messages.ts'
import { createWriteBehind } from '../ingest/write-behind.ts'
import type { Clock } from '../platform/clock.ts'
import type { Slices } from '../platform/slices.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now: Clock
  ids: Pick<typeof newId, 'event'>
  hasModel: boolean
  slices: Slices
}

type About = { scope: SystemScope; projectId: ProjectId; limits: RetentionLimits }
type Judged = Awaited<ReturnType<TeamRepositories['removing']['nextToJudge']>>

const START: Place = { ordinal: -1, id: '' }

/** Removes what a policy says of one session, in slices, each in a transaction of its own. */
export const createRemover = (deps: Deps) => {
  const slice = createSlice(deps)
  return async (about: About, sessionId: SessionId, signal?: AbortSignal): Promise<void> => {
    for (let after: Place | undefined = START; after !== undefined; ) {
      signal?.throwIfAborted()
      const from: Place = after
      after = await deps.unitOfWork.inTeam(about.scope, (repos) =>
        slice(repos, about, { sessionId, from }),
      )
    }
  }
}

/** Undefined: the policy is off by now, or the session has grown or is held since it was found. */
const lockDue = async (
  { sessions, retentionPolicies, dueRemovals }: TeamRepositories,
  { projectId }: About,
  sessionId: SessionId,
  { now, hasModel }: Deps,
): Promise<StoredSession | undefined> => {
  const session = await sessions.lock(sessionId)
  const isOn = (await retentionPolicies.effective(projectId, now())) !== undefined
  return isOn && (await dueRemovals.isReady(sessionId, { hasModel })) ? session : undefined
}

/** @returns where to go on; undefined at the end of the session. */
const createSlice =
  (deps: Deps) =>
  async (
    repos: TeamRepositories,
    about: About,
    { sessionId, from }: { sessionId: SessionId; from: Place },
  ): Promise<Place | undefined> => {
    const session = await lockDue(repos, about, sessionId, deps)
    if (session === undefined) return undefined
    const { limit, found } = await deps.slices.take(
      async (size) => ({
        limit: size,
        found: await repos.removing.nextToJudge(sessionId, about.limits, {
          after: from,
          limit: size,
        }),
      }),
      (judged) => judged.found.length,
    )
    const isLast = found.length < limit
    const going = found.filter(({ goes }) => goes)
    if (going.length > 0 || isLast) await take(repos, about, session, { going, isLast }, deps)
    const last = found.at(-1)
    return isLast || last === undefined ? undefined : { ordinal: last.ordinal, id: last.id }
  }

/** Text, documents and words go together, and are written down with them. */
const take = async (
  repos: TeamRepositories,
  { projectId, limits }: About,
  session: StoredSession,
  { going, isLast }: { going: Judged; isLast: boolean },
  { now, ids }: Deps,
): Promise<void> => {
  const { id, privateTo } = session
  const messages = going.map((one) => one.id)
  const bytes = going.reduce((sum, one) => sum + one.bytes, 0)
  const at = now()
  await repos.documentLexemes.discount(messages)
  await repos.documents.removeBySource(messages)
  await repos.removing.removeText(id, messages, at)
  await repos.removing.shrink(id, bytes)
  const amount = { messages: messages.length, bytes, isLast, at }
  const noted = await repos.removing.noteRemoval(id, limits, amount)
  const isDone = isLast && noted?.isTouched === true
  if (messages.length > 0 || isDone)
    await repos.retentionRuns.add(
      projectId,
      { ...limits, id: ids.event(), startedAt: at },
      {
        sessions: isDone ? 1 : 0,
        messages: messages.length,
        bytes,
        keptMessages: isDone ? (noted?.keptMessages ?? 0) : 0,
      },
    )
  if (isDone && !limits.keepsPrompts) await indexAgain(repos, session)
  if (isDone) await repos.outbox.notifyLive({ type: 'session.updated', sessionId: id, privateTo })
}

/** What stays was indexed beside the prompt that it was an answer to, which may be gone. */
const indexAgain = async (repos: TeamRepositories, session: StoredSession): Promise<void> => {
  const writes = createWriteBehind()
  await reindexSession(repos, session, { documentsOf: documentsOfMessage, writes })
  await writes.drain()
}
