import type { MemoryEvidenceRow, MemoryRow } from '@teamlore/db'
import type { UserId } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { statusFor } from './gate.ts'
import { memoryNotFound, memoryNotLiving } from './memories.errors.ts'
import { settleDraft } from './settle-draft.ts'
import { changeMemory, weighAgain } from './write-memory.ts'
import type { MemoryRepositories, Writing } from './writing.types.ts'

type Confirmation = {
  id: string
  evidence: readonly MemoryEvidenceRow[]
  /** Who confirms, where it is a person who does, and not their sessions. */
  scope?: Pick<TeamScope, 'userId' | 'actor'>
  /** Who says it asks for a draft: their word alone makes no active memory of one. */
  staysDraft?: boolean
}

/**
 * Adds what somebody else says of the same to a memory: its evidence, and trust in it if they are independent of those before.
 * A draft may become active by it, as the policy of its project says; words of tools and of the web never do.
 *
 * @throws DomainError `memory.not_found`, `memory.not_living`.
 */
export const confirmMemory = async (
  repos: MemoryRepositories,
  writing: Writing,
  { id, evidence, scope, staysDraft = false }: Confirmation,
): Promise<MemoryRow> => {
  const [known] = await repos.memories.lock([id])
  if (known === undefined) throw memoryNotFound()
  if (known.status !== 'active' && known.status !== 'draft') throw memoryNotLiving()
  const at = writing.at.toISOString()
  const before = await repos.memories.evidenceOf(known.id)
  await repos.memories.addEvidence(known, evidence)
  for (const signal of signalsOf(evidence, scope)) {
    await repos.memories.addSignal({
      ...signal,
      memory_id: known.id,
      private_to: known.private_to,
      type: 'confirmed',
      note: '',
      created_at: at,
    })
  }
  await repos.memories.clearAnchors(known.id)
  // What sessions say again may rest on the same; a person has looked.
  if (scope !== undefined) await repos.memories.settleBases(known.id)
  const weighed = await weighAgain(repos, known, before)
  const memory = { ...weighed, confirmed_at: at, stale_since: null, stale_reason: null }
  const status =
    known.status === 'active' || staysDraft
      ? known.status
      : statusFor(
          {
            origin: memory.origin,
            confidence: memory.confidence,
            isApproved: false,
            isPrivate: memory.private_to !== null,
          },
          writing.policy,
        )
  if (status === known.status) {
    await repos.memories.update(memory)
    return memory
  }
  const active = await changeMemory(
    repos,
    writing,
    { ...memory, status },
    { change: 'confirmed', note: 'a second source says the same' },
  )
  return settleDraft(repos, writing, active)
}

/** One for each session it comes from; a person who says it themselves is a source of their own. */
const signalsOf = (
  evidence: readonly MemoryEvidenceRow[],
  scope: Confirmation['scope'],
): {
  source: string
  user_id: UserId | null
  machine_id: MemoryEvidenceRow['machine_id']
  session_id: MemoryEvidenceRow['session_id']
}[] => {
  const sessions = evidence.flatMap(({ session_id, user_id, machine_id }) =>
    session_id === null
      ? []
      : [{ source: `session:${session_id}`, session_id, user_id, machine_id }],
  )
  if (scope === undefined || scope.userId === 'system') return sessions
  const machine_id = scope.actor.kind === 'machine' ? scope.actor.machineId : null
  return [
    ...sessions,
    { source: `user:${scope.userId}`, user_id: scope.userId, machine_id, session_id: null },
  ]
}
