import type { HandedReading, MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type SessionId } from '@teamlore/shared'
import { isLiving } from '@teamlore/shared/memory-kinds'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import type { Clock } from '../platform/clock.ts'
import { readingKey } from '../statements/reading-key.ts'
import { originOfStatement } from './evidence.ts'
import { lockOpen } from './open-memories.ts'
import { policyOf } from './policy.ts'
import { settleDraft } from './settle-draft.ts'
import { statusOf } from './status-of.ts'
import { changeMemory, type NewReading, readingSignal, weighAgain } from './write-memory.ts'
import type { Writing } from './writing.types.ts'

type Finding = Awaited<ReturnType<TeamRepositories['memorySources']['findings']>>[number]

const sourceOf = (key: string): string => `reading:${key}`

const keyOf = ({ title, claim, distiller }: Finding): string | undefined =>
  claim === null || distiller !== 'agent' ? undefined : readingKey({ title, claim })

/** What stands open of a finding that an agent handed over; null for other findings, and `refused` where a reader refused it. */
export const readingOf = (
  finding: Finding,
  readings: readonly HandedReading[],
): NewReading | null | 'refused' => {
  const key = keyOf(finding)
  if (key === undefined) return null
  const state = readings.find((one) => one.key === key)?.state
  if (state === 'refused') return 'refused'
  const type = state === 'confirmed' ? 'read' : 'unread'
  return { sessionId: finding.session_id, source: sourceOf(key), type }
}

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now: Clock }
type Read = {
  sessionId: SessionId
  findings: readonly Finding[]
  readings: readonly HandedReading[]
}

/**
 * Draws from what readers said of a session's handed-over findings for the memories that were made of them before: what is confirmed
 * may become active, as the policy says, and what is refused is rejected unless somebody else said it, too.
 */
export const makeSettleReadings =
  ({ unitOfWork, now }: Deps) =>
  async (
    scope: SystemScope,
    { sessionId, findings, readings }: Read,
    signal?: AbortSignal,
  ): Promise<void> => {
    const handed = await unitOfWork.inTeam(scope, ({ memories }) => memories.handedOf(sessionId))
    for (const { memory_id, source } of handed) {
      signal?.throwIfAborted()
      const reading = readings.find(({ key }) => sourceOf(key) === source)
      if (reading?.state !== 'confirmed' && reading?.state !== 'refused') continue
      const finding = findings.find((one) => keyOf(one) === reading.key)
      await unitOfWork.inTeam(scope, async (repos) => {
        const [memory] = (await lockOpen(repos, [memory_id])).memories
        if (memory === undefined || !isLiving(memory.status)) return
        await repos.memories.lockProject(memory.project_id)
        const policy = await policyOf(repos, memory.project_id)
        const writing: Writing = { teamId: scope.teamId, by: null, at: now(), ids: newId, policy }
        if (reading.state === 'refused') await refuse(repos, writing, memory)
        else await confirm(repos, writing, { memory, source, sessionId, finding })
      })
    }
  }

/** A person's word, an approval and another session outweigh what one quote does not say. */
const refuse = async (
  repos: TeamRepositories,
  writing: Writing,
  memory: MemoryRow,
): Promise<void> => {
  if (memory.status === 'active') return
  await changeMemory(
    repos,
    writing,
    { ...memory, status: 'rejected' },
    {
      change: 'rejected',
      note: 'a reader did not find it in the session that it was handed over of',
      validFrom: writing.at.toISOString(),
    },
  )
}

type Confirmed = {
  memory: MemoryRow
  source: string
  sessionId: SessionId
  finding: Finding | undefined
}

const confirm = async (
  repos: TeamRepositories,
  writing: Writing,
  { memory, source, sessionId, finding }: Confirmed,
): Promise<void> => {
  const isNews = await repos.memories.addSignal(
    readingSignal(memory, { sessionId, source, type: 'read' }, writing),
  )
  const evidence = await repos.memories.evidenceOf(memory.id)
  // Whose word it is was open until somebody had read it.
  const origin = finding === undefined ? memory.origin : originOfStatement(finding.origin, evidence)
  if (!isNews && origin === memory.origin) return
  const weighed = await weighAgain(repos, { ...memory, origin }, evidence)
  const signals = await repos.memories.signalsOf([memory.id])
  const status = statusOf(weighed, { signals, evidence }, writing.policy)
  if (memory.status === 'active' || status !== 'active') {
    await repos.memories.update(weighed)
    return
  }
  const active = await changeMemory(
    repos,
    writing,
    { ...weighed, status },
    { change: 'confirmed', note: 'a reader found it in the session that it was handed over of' },
  )
  await settleDraft(repos, writing, active)
}
