import type { DueSession, RetentionLimits, UnitOfWork } from '@teamlore/db'
import {
  NOT_READY,
  type PreviewRetentionQuery,
  RETENTION_LIMITS,
  type RetentionPreview,
} from '@teamlore/shared/retention'
import { grantSystemScope, type SystemScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { systemClock } from '../platform/clock.ts'
import { managedProject } from '../projects/managed-project.ts'
import { measureSessions } from './measure.ts'
import { effectiveFrom, type RetentionDeps } from './policy.ts'

/** Whether the server has a language model that distils what is quiet. */
export type ModelAware = { hasModel?: boolean | undefined }
type Deps = RetentionDeps & ModelAware

/** Sessions that are looked at together. */
const PORTION = 25
const MOST = 100_000

/** What was asked about, else what is set, else what is suggested. */
const limitsOf = (
  asked: PreviewRetentionQuery,
  set: { days: number | null; max_bytes: number | null; keeps_prompts: boolean } | null,
): RetentionLimits => {
  const isAsked = asked.days !== undefined || asked.max_bytes !== undefined
  const { days, maxBytes } = RETENTION_LIMITS
  const base = set ?? { days: days.suggested, max_bytes: maxBytes.suggested, keeps_prompts: true }
  return {
    days: isAsked ? (asked.days ?? null) : base.days,
    maxBytes: isAsked ? (asked.max_bytes ?? null) : base.max_bytes,
    keepsPrompts: asked.keeps_prompts ?? base.keeps_prompts,
  }
}

/**
 * All that a policy would make go now, how much of it stays as evidence, and what is not ready, and why. Changes nothing.
 *
 * @throws DomainError `project.not_found`.
 */
export const makePreviewRetention =
  ({ unitOfWork, now = systemClock, hasModel = false }: Deps) =>
  async (
    scope: TeamScope<'admin'>,
    { id, asked }: { id: string; asked: PreviewRetentionQuery },
    signal?: AbortSignal,
  ): Promise<RetentionPreview> => {
    const at = now()
    const { project, limits, effectiveAt } = await unitOfWork.inTeam(scope, async (repos) => {
      const found = await managedProject(repos, id)
      return {
        project: found,
        limits: limitsOf(asked, (await repos.retentionPolicies.find(found.id)) ?? null),
        effectiveAt: await effectiveFrom(repos, at),
      }
    })
    const system = grantSystemScope(scope.teamId)
    await measureSessions({ unitOfWork, scope: system, projectId: project.id, signal })
    const { holds, due } = await unitOfWork.inTeam(system, async (repos) => ({
      holds: await repos.sessionSizes.totals(project.id),
      due: await repos.dueRemovals.due(
        project.id,
        { limits, now: at, hasModel },
        { limit: MOST, isReady: false },
      ),
    }))
    const { days, maxBytes, keepsPrompts } = limits
    return {
      project,
      policy: { days, max_bytes: maxBytes, keeps_prompts: keepsPrompts },
      holds,
      ...(await weigh({ unitOfWork, scope: system, signal }, due, limits)),
      not_ready: NOT_READY.flatMap((why) => {
        const sessions = due.filter((one) => one.why === why).length
        return sessions === 0 ? [] : [{ why, sessions }]
      }),
      effective_at: effectiveAt.toISOString(),
    }
  }

type Weighing = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  scope: SystemScope
  signal: AbortSignal | undefined
}

const weigh = async (
  { unitOfWork, scope, signal }: Weighing,
  due: readonly DueSession[],
  limits: RetentionLimits,
): Promise<Pick<RetentionPreview, 'goes' | 'evidence'>> => {
  const ready = due.filter(({ why }) => why === null)
  let [messages, bytes, evidence] = [0, 0, 0]
  const going: DueSession[] = []
  for (let from = 0; from < ready.length; from += PORTION) {
    signal?.throwIfAborted()
    const portion = ready.slice(from, from + PORTION)
    const weighed = await unitOfWork.inTeam(scope, ({ removing }) =>
      removing.weigh(
        portion.map(({ id }) => id),
        limits,
      ),
    )
    for (const one of weighed) {
      evidence += one.evidence
      if (one.messages === 0) continue
      messages += one.messages
      bytes += one.bytes
      const session = portion.find(({ id }) => id === one.id)
      if (session !== undefined) going.push(session)
    }
  }
  const times = going.map(({ activity }) => activity).sort()
  return {
    goes: {
      sessions: going.length,
      messages,
      bytes,
      oldest: times[0] ?? null,
      newest: times.at(-1) ?? null,
    },
    evidence,
  }
}
