import { type DeliveryDeps, deliverPayload, type Ledgers } from '../payloads/deliver-payload.ts'
import type { PlainKind } from '../payloads/payloads.ts'
import { realTimes, shortRetries } from '../wire/retry-policy.ts'
import type { ServerStorage } from './server-storage.ts'

type Deps = Pick<DeliveryDeps, 'client' | 'signal'> & { ledgers: Ledgers }

/**
 * Sends what waits of one kind, now. What is refused is noted in the ledger and lies in quarantine.
 *
 * @throws ApiError when the rest has to wait on.
 */
export const sendKind = (
  kind: PlainKind,
  { spool, lock }: Pick<ServerStorage, 'spool' | 'lock'>,
  deps: Deps,
): Promise<void> =>
  lock.hold(async () => {
    if (spool === undefined) return
    const retryPolicy = shortRetries(realTimes)
    for (let batch = spool.first(kind); batch !== undefined; batch = spool.first(kind)) {
      deps.signal?.throwIfAborted()
      const trouble = await deliverPayload(kind, batch, { ...deps, spool, retryPolicy })
      if (trouble !== undefined) throw trouble
    }
  })
