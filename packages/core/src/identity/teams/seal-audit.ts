import type { UnitOfWork } from '@teamlore/db'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { sealBatch } from './audit-chain.ts'
import type { SystemScope } from './team-scope.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem'>
  now?: Clock
  /** Events of one batch at most. */
  most?: number
}

type Bounds = { signal?: AbortSignal | undefined; isTimeUp?: (() => boolean) | undefined }

const MOST = 200

/**
 * Seals the audit events of a team that wait, batch by batch, each in a transaction of its own. Cut short between two it goes on
 * there; of two workers at once one waits for the other, so that no event is sealed twice.
 *
 * @returns how many events were sealed
 */
export const makeSealAudit =
  ({ unitOfWork, now = systemClock, most = MOST }: Deps) =>
  async ({ teamId }: SystemScope, { signal, isTimeUp }: Bounds = {}): Promise<number> => {
    let sealed = 0
    for (;;) {
      signal?.throwIfAborted()
      const count = await unitOfWork.asSystem(async ({ auditSealing }) => {
        await auditSealing.hold(teamId)
        const rows = await auditSealing.waiting(teamId, most)
        if (rows.length === 0) return 0
        const last = await auditSealing.last(teamId)
        await auditSealing.add(teamId, sealBatch(teamId, last, rows, now()))
        return rows.length
      })
      sealed += count
      if (count < most || isTimeUp?.()) return sealed
    }
  }

export type SealAudit = ReturnType<typeof makeSealAudit>
