import type { DueSession, Removed, UnitOfWork } from '@teamlore/db'
import { newId, type ProjectId, type SessionId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createSlices, type Slices } from '../platform/slices.ts'
import { measureSessions } from './measure.ts'
import type { ModelAware } from './preview.ts'
import { createRemover } from './remove-text.ts'

type Deps = ModelAware & {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'event'>
  /** Of messages that one transaction takes. */
  slices?: Slices
}

type Input = { projectId: ProjectId; isTimeUp?: (() => boolean) | undefined }

/** `off`: no policy holds by now. `unfinished`: its time was up, and the next run goes on. */
export type Applied = { state: 'off' } | ({ state: 'done' | 'unfinished' } & Removed)

/** Sessions that are looked up together; whatever else is due comes with the next look. */
const LOOK = 200
const NOTHING: Removed = { sessions: 0, messages: 0, bytes: 0, keptMessages: 0 }

/**
 * Removes the text of messages that the policy of a project is about, session by session and in slices. The rows stay, so that the same
 * messages are known when they come in again. Cut short at any place it goes on there, and counts each message once.
 */
export const makeApplyRetention = ({
  unitOfWork,
  now = systemClock,
  ids = newId,
  hasModel = false,
  slices = createSlices({ first: 100, least: 10, most: 1_000 }),
}: Deps) => {
  const removeOf = createRemover({ unitOfWork, now, ids, hasModel, slices })
  return async (
    scope: SystemScope,
    { projectId, isTimeUp }: Input,
    signal?: AbortSignal,
  ): Promise<Applied> => {
    const holds = () =>
      unitOfWork.inTeam(scope, ({ retentionPolicies }) =>
        retentionPolicies.effective(projectId, now()),
      )
    const limits = await holds()
    if (limits === undefined) return { state: 'off' }
    await measureSessions({ unitOfWork, scope, projectId, signal })
    // What is chosen once stays chosen: text that goes makes room, and newer sessions are judged by what is left.
    const seen = new Set<SessionId>()
    for (let found: DueSession[] = []; ; ) {
      found = await unitOfWork.inTeam(scope, ({ dueRemovals }) =>
        dueRemovals.due(
          projectId,
          { limits, now: now(), hasModel },
          { limit: LOOK, isReady: true },
        ),
      )
      const fresh = found.filter(({ id }) => !seen.has(id))
      if (fresh.length === 0) break
      for (const { id } of fresh) {
        seen.add(id)
        await removeOf({ scope, projectId, limits }, id, signal)
        if (isTimeUp?.()) return { state: 'unfinished', ...NOTHING }
      }
    }
    const total = await finish({ unitOfWork, now, ids }, scope, projectId)
    return { state: 'done', ...(total ?? NOTHING) }
  }
}

export type ApplyRetention = ReturnType<typeof makeApplyRetention>

/** Closes the receipt, where anything was to do. */
const finish = (
  { unitOfWork, now, ids }: Required<Pick<Deps, 'unitOfWork' | 'now' | 'ids'>>,
  scope: SystemScope,
  projectId: ProjectId,
): Promise<Removed | undefined> =>
  unitOfWork.inTeam(scope, async ({ retentionRuns, audit }) => {
    const total = await retentionRuns.finish(projectId, now())
    if (total !== undefined)
      await audit.add({
        id: ids.event(),
        action: 'retention.applied',
        userId: null,
        subject: projectId,
        details: { sessions: total.sessions, messages: total.messages, bytes: total.bytes },
      })
    return total
  })
