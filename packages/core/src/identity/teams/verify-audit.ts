import type { AuditBatch, TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { AuditBreak, AuditVerification, VerifyAuditQuery } from '@teamlore/shared/audit'
import { checkBatch, strayBreak } from './check-batch.ts'
import type { TeamScope } from './team-scope.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  /** Batches that one transaction reads. */
  slice?: number
}

const SLICE = 25

type Walked = {
  batches: number
  events: number
  /** The last batch that holds. */
  last: AuditBatch | undefined
  newest: number
  broken: AuditBreak | null
  hasAnchor: boolean
}

type Part = { batches: AuditBatch[]; events: Parameters<typeof checkBatch>[3] }

/**
 * Follows the chain from its first batch on, and says up to when it holds, or where it does not for the first time. Batches that are
 * cut off at its end leave no trace in the database: who keeps a head elsewhere and asks with it finds that, too.
 */
export const makeVerifyAudit =
  ({ unitOfWork, slice = SLICE }: Deps) =>
  async (scope: TeamScope<'admin'>, { head }: VerifyAuditQuery): Promise<AuditVerification> => {
    const walked: Walked = {
      batches: 0,
      events: 0,
      last: undefined,
      newest: 0,
      broken: null,
      hasAnchor: head === undefined,
    }
    let part: Part
    do {
      part = await unitOfWork.inTeam(scope, ({ auditChain }) =>
        partAfter(auditChain, walked.last?.number ?? 0, slice),
      )
      follow(walked, part, { teamId: scope.teamId, head })
    } while (walked.broken === null && part.batches.length === slice)
    const { stray, waiting } = await unitOfWork.inTeam(scope, async ({ auditChain }) => ({
      stray: await auditChain.stray(),
      waiting: await auditChain.waiting(),
    }))
    if (walked.broken === null && stray !== undefined) walked.broken = strayBreak(stray)
    return answerOf(walked, waiting)
  }

const partAfter = async (
  chain: TeamRepositories['auditChain'],
  after: number,
  limit: number,
): Promise<Part> => {
  const batches = await chain.batches({ after, limit })
  const last = batches.at(-1)
  return { batches, events: last === undefined ? [] : await chain.eventsOf(after + 1, last.number) }
}

/** Goes over a part of the chain up to its end, or to the first batch that does not hold. */
const follow = (
  walked: Walked,
  { batches, events }: Part,
  { teamId, head }: { teamId: string; head: string | undefined },
): void => {
  for (const batch of batches) {
    const own = events.filter((event) => event.batch === batch.number)
    const { broken, newest } = checkBatch(teamId, walked.last, batch, own, walked.newest)
    walked.broken = broken
    if (broken !== null) return
    walked.newest = newest
    walked.batches += 1
    walked.events += batch.entries.length
    walked.last = batch
    walked.hasAnchor ||= batch.hash === head
  }
}

const answerOf = (
  { batches, events, last, broken, hasAnchor }: Walked,
  waiting: { count: number; since: string | null },
): AuditVerification => {
  const isCut = !hasAnchor && broken === null
  return {
    state: broken !== null || isCut ? 'broken' : 'verified',
    batches,
    events,
    sealed_until: last === undefined ? null : shortened(last.sealedAt),
    head: last?.hash ?? null,
    waiting: waiting.count,
    waiting_since: waiting.since === null ? null : shortened(waiting.since),
    broken: isCut ? { kind: 'head_missing', batch: null, event: null, message: CUT } : broken,
  }
}

const CUT =
  'No batch has the hash that you kept. Batches at the end were taken out, or the chain was written anew.'

/** Milliseconds are enough for people. */
const shortened = (at: string): string => new Date(at).toISOString()
