import type { HeldWebhookDelivery, SentMemory, StoredWebhook, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { WebhookDeliveryId } from '@teamlore/shared/ids'
import { DomainError } from '../../errors.ts'
import type { SecretBox } from '../../identity/sign-in/secret-box.ts'
import { grantNobodyScope, type SystemScope } from '../../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { secretsOf } from '../signing/signature.ts'
import { type Posted, type PostOut, postWebhook } from './post.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  secretBox: SecretBox | undefined
  post: PostOut
  now?: Clock
}

/** Longer than one attempt may take. */
const HOLD_MS = 60_000
const SECOND = 1000
const DAY_MS = 86_400_000
/** Before the second attempt, the third, and so on; after the last it is given up. */
const WAITS_MS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400].map((s) => s * SECOND)
/** So many deliveries in a row that were given up switch an address off. */
const OFF_AFTER = 5

/** Whether a person let it become knowledge; of what waits for that only the id is sent. */
const isReviewed = ({ event }: HeldWebhookDelivery, { status }: SentMemory): boolean => {
  if (event === 'review.waiting') return true
  return status === 'active' || (status === 'superseded' && event !== 'memory.contradicted')
}

const bodyOf = ({ event, createdAt }: HeldWebhookDelivery, memory: SentMemory): string => {
  const { id, kind, status, project_id } = memory
  const { statement, reason, version, successor_id } = memory
  const data =
    event === 'review.waiting'
      ? { id, project_id }
      : { id, kind, status, project_id, statement, reason, version, successor_id }
  return JSON.stringify({ type: event, timestamp: createdAt, data })
}

/** As it may be sent now, to whoever reads at the address; undefined where it may not. */
const bodyToSend = async (
  { unitOfWork }: Deps,
  scope: SystemScope,
  held: HeldWebhookDelivery,
): Promise<string | undefined> => {
  const memory = await unitOfWork.inTeam(grantNobodyScope(scope.teamId), ({ webhookDeliveries }) =>
    webhookDeliveries.memoryToSend(held.memoryId),
  )
  return memory !== undefined && isReviewed(held, memory) ? bodyOf(held, memory) : undefined
}

type Work = { scope: SystemScope; held: HeldWebhookDelivery; webhook: StoredWebhook; at: Date }

const nextAtOf = ({ held, at }: Work, { retryAfterMs }: Posted): Date | undefined => {
  const wait = WAITS_MS[held.attempts - 1]
  if (wait === undefined) return undefined
  return new Date(at.getTime() + Math.min(Math.max(wait, retryAfterMs ?? 0), DAY_MS))
}

const noteOutcome = ({ unitOfWork }: Deps, work: Work, posted: Posted): Promise<void> => {
  const { scope, held, webhook, at } = work
  const { status, ms, error } = posted
  return unitOfWork.inTeam(scope, async ({ webhooks, webhookDeliveries, audit }) => {
    if (error === null) {
      await webhookDeliveries.end(held.id, { state: 'done', status, ms, error })
      await webhooks.noteAnswer(webhook.id, at)
      return
    }
    const isGone = status === 410
    const nextAt = isGone ? undefined : nextAtOf(work, posted)
    const gaveUp = nextAt === undefined
    const state = gaveUp ? 'failed' : 'waiting'
    await webhookDeliveries.end(
      held.id,
      gaveUp ? { state, status, ms, error } : { state, status, ms, error, nextAt },
    )
    const isOff = await webhooks.noteFailure(webhook.id, {
      error,
      gaveUp,
      off: isGone ? 0 : OFF_AFTER,
    })
    if (isOff)
      await audit.add({
        id: newId.event(),
        action: 'webhook.switched_off',
        userId: null,
        subject: webhook.id,
        details: { url: webhook.url, reason: error },
      })
  })
}

const secretsForWork = ({ secretBox }: Deps, { webhook, at }: Work): string[] | string => {
  try {
    return secretsOf(secretBox, webhook, at)
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

/**
 * Sends one delivery once. A process that dies after it was sent and before that is written down leaves it waiting: it is sent
 * again, with the same id. What the address does not take is kept with the delivery, until its next attempt.
 */
export const makeSendWebhook =
  (deps: Deps) =>
  async (scope: SystemScope, { deliveryId }: { deliveryId: WebhookDeliveryId }): Promise<void> => {
    const { unitOfWork, now = systemClock } = deps
    const at = now()
    const until = new Date(at.getTime() + HOLD_MS)
    const found = await unitOfWork.inTeam(scope, async ({ webhooks, webhookDeliveries }) => {
      const held = await webhookDeliveries.hold(deliveryId, { now: at, until })
      const webhook = held && (await webhooks.find(held.webhookId))
      return held && webhook ? { held, webhook } : undefined
    })
    if (found === undefined) return
    const work = { scope, at, ...found }
    const body = await bodyToSend(deps, scope, found.held)
    if (body === undefined) {
      const error = 'What it is about is not reviewed and for the whole team any more.'
      await unitOfWork.inTeam(scope, ({ webhookDeliveries }) =>
        webhookDeliveries.end(deliveryId, { state: 'withheld', status: null, ms: null, error }),
      )
      return
    }
    const secrets = secretsForWork(deps, work)
    const posted =
      typeof secrets === 'string'
        ? { status: null, ms: 0, error: secrets, retryAfterMs: null }
        : await postWebhook(deps.post, {
            url: found.webhook.url,
            id: deliveryId,
            body,
            secrets,
            now: at,
          })
    await noteOutcome(deps, work, posted)
  }

export type SendWebhook = ReturnType<typeof makeSendWebhook>
