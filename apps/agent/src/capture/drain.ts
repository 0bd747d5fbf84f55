import type { ApiError } from '@teamlore/shared'
import { type DeliveryDeps, deliverPayload, isPlain } from '../payloads/deliver-payload.ts'
import type { PlainKind } from '../payloads/payloads.ts'
import { PAYLOAD_KINDS, type PayloadKind } from '../spool/payload-kinds.ts'
import { sendSessions, type UploadDeps } from './upload.ts'

export type DrainDeps = UploadDeps &
  DeliveryDeps & {
    client: UploadDeps['client'] & DeliveryDeps['client']
    /** Asked after each batch: whether the rest is to be sent another time. */
    isWaitedFor?: (() => Promise<boolean>) | undefined
    /** All by default. */
    kinds?: readonly PayloadKind[] | undefined
  }

export type Troubles = ReadonlyMap<PlainKind, ApiError>

/**
 * Sends what waits in the spool, kind by kind and each oldest first, until nothing does or somebody else waits. A batch leaves
 * it when the server has acknowledged all of it; what is refused does not hold up the others.
 *
 * @returns the kinds other than sessions of which some wait on, and why. That holds up no other kind.
 * @throws ApiError when there is no point in going on: no server, no access, or aborted. Everything stays where it is.
 */
export const drain = async (deps: DrainDeps): Promise<Troubles> => {
  const { spool, kinds = PAYLOAD_KINDS } = deps
  const troubles = new Map<PlainKind, ApiError>()
  const next = () => {
    for (const kind of kinds) {
      const first = kind !== 'sessions' && troubles.has(kind) ? undefined : spool.first(kind)
      if (first !== undefined) return first
    }
    return undefined
  }
  for (let batch = next(); batch !== undefined; batch = next()) {
    if (deps.signal?.aborted) break
    if (isPlain(batch)) {
      const trouble = await deliverPayload(batch.header.kind, batch, deps)
      if (trouble !== undefined) troubles.set(batch.header.kind, trouble)
    } else await sendSessions(batch, deps)
    if (await deps.isWaitedFor?.()) break
  }
  return troubles
}
