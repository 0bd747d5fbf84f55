import type { MemoryEvidenceRow, MemorySource, TeamRepositories } from '@teamlore/db'
import { kindOfId, type Origin, type SessionId, type UserId } from '@teamlore/shared'
import type { MemoryEvidenceInput } from '@teamlore/shared/memories'
import { memoryEvidenceUnknown } from './memories.errors.ts'

type Repositories = Pick<TeamRepositories, 'memorySources' | 'sessions'>

export type Evidence = {
  rows: MemoryEvidenceRow[]
  /** Messages among it, with where they stand. */
  messages: MemorySource[]
  /** Whose alone it is, when some of it is private. */
  privateTo: UserId | null
}

/** Whose word a message is. What Teamlore or a tool put there is no word of the agent. */
export const originOfMessage = (kind: string): Origin => {
  if (kind === 'human') return 'human'
  return kind === 'assistant' || kind === 'summary' ? 'agent' : 'tool'
}

/**
 * What a memory rests on, as rows: who said it, where and when.
 *
 * @throws DomainError `memory.evidence_unknown` for a message or session that the asker cannot see.
 */
export const readEvidence = async (
  { memorySources, sessions }: Repositories,
  inputs: readonly MemoryEvidenceInput[],
  { at, by, origin }: { at: Date; by: UserId | null; origin: Origin },
): Promise<Evidence> => {
  const recorded_at = at.toISOString()
  const ids = inputs.filter(({ kind }) => kind === 'message').map(({ ref }) => ref)
  const messages = await memorySources.messages(ids)
  const byId = new Map(messages.map((message) => [String(message.id), message]))
  const rows: MemoryEvidenceRow[] = []
  let privateTo: UserId | null = null
  for (const { kind, ref, quote } of inputs) {
    const row = { kind, ref, quote, recorded_at }
    if (kind === 'message') {
      const found = byId.get(ref)
      if (found === undefined) throw memoryEvidenceUnknown({ details: { ref } })
      privateTo ??= found.private_to
      const { session_id, user_id, machine_id } = found
      const whose = { session_id, user_id, machine_id, occurred_at: found.time }
      rows.push({ ...row, ...whose, origin: originOfMessage(found.kind) })
    } else if (kind === 'session') {
      const session =
        kindOfId(ref) === 'session' ? await sessions.findById(ref as SessionId) : undefined
      if (session === undefined) throw memoryEvidenceUnknown({ details: { ref } })
      privateTo ??= session.privateTo
      const whose = {
        session_id: session.id,
        user_id: session.userId,
        machine_id: session.machineId,
      }
      rows.push({ ...row, ...whose, occurred_at: session.startedAt, origin })
    } else {
      const whose = { session_id: null, user_id: by, machine_id: null, occurred_at: null }
      rows.push({ ...row, ...whose, origin })
    }
  }
  return { rows, messages, privateTo }
}

const TRUST: Record<Origin, number> = { human: 4, import: 3, agent: 2, tool: 1, web: 0 }

/** What a statement is to be trusted as: of an inference the least trusted thing that it rests on; a person answers for their own words. */
export const originOfStatement = (
  said: Origin,
  evidence: readonly Pick<MemoryEvidenceRow, 'origin'>[],
): Origin =>
  said === 'human'
    ? said
    : evidence.reduce<Origin>(
        (least, { origin }) => (TRUST[origin] < TRUST[least] ? origin : least),
        said,
      )
