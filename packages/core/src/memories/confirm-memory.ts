import type { MemoryEvidenceRow, MemoryRow } from '@teamlore/db'
import type { UserId } from '@teamlore/shared'
import { isLiving } from '@teamlore/shared/memory-kinds'
import { isOfService, type TeamScope } from '../identity/teams/team-scope.ts'
import { needsPerson } from './gate.ts'
import { memoryNotFound, memoryNotLiving } from './memories.errors.ts'
import { kept } from './removal.ts'
import { settleDraft } from './settle-draft.ts'
import { statusOf } from './status-of.ts'
import { changeMemory, weighAgain } from './write-memory.ts'
import type { MemoryRepositories, Writing } from './writing.types.ts'

type Confirmation = {
  id: string
  evidence: readonly MemoryEvidenceRow[]
  /** Who confirms, where it is a person who does, and not their sessions. */
  scope?: Pick<TeamScope, 'userId' | 'actor'>
  /** A person says so themselves; false where their agent does. */
  isPersonsWord?: boolean
  /** Who says it asks for a draft: their word alone makes no active memory of one. */
  staysDraft?: boolean
}

/**
 * Adds what somebody else says of the same to a memory: its evidence, and trust in it if they are independent of those before.
 * What nobody reviewed becomes active by it, and a draft may, as the policy of its project says; words of tools and of the web never do.
 *
 * @throws DomainError `memory.not_found`, `memory.not_living`.
 */
export const confirmMemory = async (
  repos: MemoryRepositories,
  writing: Writing,
  { id, evidence, scope, staysDraft = false, isPersonsWord = true }: Confirmation,
): Promise<MemoryRow> => {
  const [known] = await repos.memories.lock([id])
  if (known === undefined) throw memoryNotFound()
  if (!isLiving(known.status)) throw memoryNotLiving()
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
  // Whether to take it out is a person's to decide: sessions that say it again do not.
  const isLooked = scope !== undefined && isPersonsWord
  const settled = isLooked ? kept(weighed, writing.at) : weighed
  const memory = { ...settled, confirmed_at: at, stale_since: null, stale_reason: null }
  const signals = await repos.memories.signalsOf([known.id])
  const isPromoted =
    known.status !== 'active' &&
    !staysDraft &&
    (isLooked || !isLeftToReview(known)) &&
    ((isPersonsWord && isLookedAt(known, scope)) ||
      statusOf(memory, { signals, evidence: before }, writing.policy) === 'active')
  if (!isPromoted) {
    await repos.memories.update(memory)
    return memory
  }
  const active = await changeMemory(
    repos,
    writing,
    { ...memory, status: 'active' },
    { change: 'confirmed', note: 'a second source says the same' },
  )
  return settleDraft(repos, writing, active)
}

/** A person said it and asked for a draft, or would not decide by themselves: no agent and no session does in their place. */
const isLeftToReview = ({ status, origin, author_id }: MemoryRow): boolean =>
  status === 'draft' && origin === 'human' && author_id !== null

/** A person who says so of what nobody had reviewed has reviewed it; of drafts the gate has more to ask. */
const isLookedAt = ({ status }: MemoryRow, scope: Confirmation['scope']): boolean =>
  status === 'unreviewed' && scope !== undefined && scope.userId !== 'system' && !isOfService(scope)

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
  // A page that says the same in another session is no second source: it may have been planted there, too.
  const sessions = evidence.flatMap(({ session_id, user_id, machine_id, origin }) =>
    session_id === null || needsPerson(origin)
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
