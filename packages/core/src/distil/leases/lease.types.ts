import type { HeldLease, LeaseEnd, UnitOfWork } from '@teamlore/db'
import type { MemoryId, newId, SessionId } from '@teamlore/shared'
import type { DistilQuestion } from '@teamlore/shared/distil-leases'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import type { SummaryIds } from '../model/write-model-summaries.ts'
import type { ClaimIds } from '../write-claims.ts'

export type LeaseDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  ids?: ClaimIds & SummaryIds & Pick<typeof newId, 'event' | 'memory' | 'document'>
}

/** How far a lease has come: to a question, or to its end. */
export type Progress =
  | { state: 'next'; question: DistilQuestion; expiresAt: string }
  | { state: 'done' | 'released'; findings: number | null }

/** What goes on, for whom. Asking throws where a question is open; what is returned is how the lease ends. */
export type GoingOn = { scope: TeamScope<'member'>; signal: AbortSignal | undefined }
export type OfSession = GoingOn & { sessionId: SessionId }
export type OfMemory = GoingOn & { memoryId: MemoryId }
export type Went = LeaseEnd & { state: 'done' | 'released' }
export type Lease = Pick<HeldLease, 'id' | 'sessionId' | 'memoryId'>

/** What it was about has changed under it, and is taken again. */
export const GROWN: Went = { state: 'released', reason: 'grown', findings: null }
