import type { HeardMemory, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type SessionId, type TeamId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { lockOpen } from '../memories/open-memories.ts'
import { policyOf } from '../memories/policy.ts'
import { reconsider } from '../memories/reconsider.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { findCorrections } from './find-correction.ts'
import { mayQuote, readQuotable } from './quotable-session.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

export type DrawnCorrections = { corrected: number; skipped: number }

/** Without one of these words nobody says that something is not so; what is heard in the session need not be looked up. */
const AGAINST = /\b(?:no|nope|not|never|wrong|incorrect|false|mistaken|outdated)\b|n't\b/i

/**
 * What a person says in a session is not so is trusted less, where it is what the session was given by Teamlore or what a memory
 * rests on that was made of it. Their words are the reason. The same again changes nothing.
 */
export const makeDrawCorrections = ({ unitOfWork, now = systemClock }: Deps) => {
  /** One reply at a time, each in a transaction of its own: a long session must not keep everybody else waiting. */
  return async (
    scope: SystemScope,
    { sessionId }: { sessionId: SessionId },
    signal?: AbortSignal,
  ): Promise<DrawnCorrections> => {
    const drawn: DrawnCorrections = { corrected: 0, skipped: 0 }
    const prompts = await unitOfWork.inTeam(scope, ({ outcomes }) => outcomes.promptsOf(sessionId))
    const doubtful = prompts.filter(({ text }) => AGAINST.test(text))
    if (doubtful.length === 0) return drawn
    const heard = await readHeard({ unitOfWork, scope, signal }, sessionId)
    for (const { id, ordinal, text } of doubtful) {
      signal?.throwIfAborted()
      const known = heard.filter((one) => one.since < ordinal && !one.resting.includes(id))
      if (known.length === 0) continue
      const before = await unitOfWork.inTeam(scope, ({ outcomes }) =>
        outcomes.answerBefore(sessionId, ordinal),
      )
      const found = findCorrections(known, { prompt: text, before })
      if (found.length === 0) continue
      const quotes = new Map(found.map((one) => [one.id, one.quote]))
      const lowered = await unitOfWork.inTeam(scope, (repos) =>
        lower(repos, {
          teamId: scope.teamId,
          sessionId,
          messageId: id,
          quotes,
          at: now(),
        }),
      )
      drawn.corrected += lowered.corrected
      drawn.skipped += lowered.skipped
    }
    return drawn
  }
}

/** Messages read by one statement. */
const SLICE = 500

type Reading = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  scope: SystemScope
  signal: AbortSignal | undefined
}

/** Memories that rest on the session or were given to it, read slice by slice: between two of them others have their turn. */
const readHeard = async (
  { unitOfWork, scope, signal }: Reading,
  sessionId: SessionId,
): Promise<HeardMemory[]> => {
  const first = new Map<string, number>()
  let after = -1
  for (;;) {
    signal?.throwIfAborted()
    const end = await unitOfWork.inTeam(scope, async ({ memorySources, outcomes }) => {
      const last = await memorySources.endOfSlice(sessionId, { after, messages: SLICE })
      if (last === undefined) return undefined
      const given = await outcomes.memoriesGiven(sessionId, { after, last })
      for (const { id, at } of given) if (!first.has(id)) first.set(id, at)
      return last
    })
    if (end === undefined) break
    after = end
  }
  const given = [...first].map(([id, at]) => ({ id, at }))
  return unitOfWork.inTeam(scope, ({ outcomes }) => outcomes.heardIn(sessionId, given))
}

type Lowering = {
  teamId: TeamId
  sessionId: SessionId
  messageId: string
  /** By the memory. */
  quotes: ReadonlyMap<HeardMemory['id'], string>
  at: Date
}

const lower = async (
  repos: TeamRepositories,
  { teamId, sessionId, messageId, quotes, at }: Lowering,
): Promise<DrawnCorrections> => {
  const quotable = await readQuotable(repos, sessionId)
  const { memories, skipped } = await lockOpen(repos, [...quotes.keys()])
  const drawn: DrawnCorrections = { corrected: 0, skipped }
  for (const memory of memories.filter((one) => mayQuote(quotable, one))) {
    const isNew = await repos.memories.addSignal({
      memory_id: memory.id,
      private_to: memory.private_to,
      type: 'corrected',
      source: `message:${messageId}`,
      user_id: quotable?.session.userId ?? null,
      machine_id: null,
      session_id: sessionId,
      note: (quotes.get(memory.id) ?? '').slice(0, 1_000),
      created_at: at.toISOString(),
    })
    if (!isNew) continue
    drawn.corrected++
    const policy = await policyOf(repos, memory.project_id)
    await reconsider(repos, { teamId, by: null, at, ids: newId, policy }, memory)
  }
  return drawn
}
