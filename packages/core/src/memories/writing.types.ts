import type { TeamRepositories } from '@teamlore/db'
import type { newId, TeamId, UserId } from '@teamlore/shared'
import type { MemoryPolicy } from './gate.ts'

/** Within one transaction: who writes, when, and by which ids. `by` is null for background work. */
export type Writing = {
  teamId: TeamId
  by: UserId | null
  at: Date
  policy: MemoryPolicy
  ids: Pick<typeof newId, 'memory' | 'document'>
}

export type MemoryRepositories = Pick<TeamRepositories, 'memories' | 'documents' | 'outbox'>
