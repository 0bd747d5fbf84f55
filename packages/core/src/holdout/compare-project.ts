import type { BriefMemory, UnitOfWork } from '@teamlore/db'
import { newId, type ProjectId } from '@teamlore/shared'
import type { HoldoutCause } from '@teamlore/shared/holdout'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createSlices } from '../platform/slices.ts'
import { clearCause, pauseReason } from './compare-arms.ts'
import { countSession } from './count-session.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'event'>
}

type Input = { projectId: ProjectId; isTimeUp?: (() => boolean) | undefined }

/** `off`: sessions are not parted. `unfinished`: its time was up, and the next run goes on. */
export type Compared = 'off' | 'goes_on' | 'unfinished' | HoldoutCause

/** A session that rests so long has ended, as far as anybody can say. */
const REST_MS = 30 * 60_000
/** What no session came in for in so long never will. */
const WAITS_MS = 30 * 86_400_000
const MAX_GRAVES = 300

/** Counts how sessions of a project went since it was looked at last, and ends the comparison where it is clear. */
export const makeCompareHoldout =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  async (
    scope: SystemScope,
    { projectId, isTimeUp }: Input,
    signal?: AbortSignal,
  ): Promise<Compared> => {
    const at = now()
    const holdout = await unitOfWork.inTeam(scope, ({ holdouts }) => holdouts.find(projectId))
    if (holdout === undefined || holdout.share === 0 || holdout.paused_at !== null) return 'off'
    const round = { projectId, round: holdout.round }
    const graves = await unitOfWork.inTeam(scope, async ({ brief, holdoutArms }) => {
      await holdoutArms.forgetWaiting(new Date(at.getTime() - WAITS_MS))
      const project = { value: projectId, identity: null }
      return brief.graves(project, MAX_GRAVES, { forEverybody: true })
    })
    const counting = { unitOfWork, scope, round, graves, before: new Date(at.getTime() - REST_MS) }
    if (!(await countAll(counting, { isTimeUp, signal }))) return 'unfinished'
    return unitOfWork.inTeam(scope, async ({ holdouts, holdoutArms, audit }) => {
      const sessions = await holdoutArms.counted(round)
      const cause = clearCause(sessions)
      if (cause === undefined) return 'goes_on'
      const reason = pauseReason(cause, sessions)
      if (!(await holdouts.pause(projectId, round.round, { at, cause, reason }))) return 'off'
      await audit.add({
        id: ids.event(),
        action: 'holdout.paused',
        userId: null,
        subject: projectId,
        details: { because: cause, sessions: sessions.length },
      })
      return cause
    })
  }

export type CompareHoldout = ReturnType<typeof makeCompareHoldout>

type Counting = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  scope: SystemScope
  round: { projectId: ProjectId; round: string }
  graves: readonly BriefMemory[]
  before: Date
}

/** In slices, so that others have their turn in between. @returns false where its time was up. */
const countAll = async (
  { unitOfWork, scope, round, graves, before }: Counting,
  { isTimeUp, signal }: { isTimeUp: Input['isTimeUp']; signal: AbortSignal | undefined },
): Promise<boolean> => {
  const slices = createSlices({ first: 5, least: 1, most: 50 })
  for (;;) {
    signal?.throwIfAborted()
    const counted = await unitOfWork.inTeam(scope, (repos) =>
      slices.take(
        async (limit) => {
          const found = await repos.holdoutArms.uncounted(round, before, limit)
          for (const session of found) await countSession(repos, session, graves)
          return found.length
        },
        (count) => count,
      ),
    )
    if (counted === 0) return true
    if (isTimeUp?.()) return false
  }
}
