import { newId } from '@teamlore/shared'
import type { DeliveryId, IntegrationId } from '@teamlore/shared/ids'
import type { DeliveryQuery, HookDelivery, PostedComment } from '@teamlore/shared/integrations'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { idCursor } from '../platform/cursor.ts'
import type { IntegrationDeps } from './connect.ts'
import { deliveryNotFound, integrationNotFound } from './integrations.errors.ts'

type Scope = TeamScope<'admin'>
type Deps = Pick<IntegrationDeps, 'unitOfWork' | 'now'>

const cursor = idCursor('hook deliveries')
const LIMIT = 50
const MAX_POSTED = 200

/** What the host sent, the newest first. @throws DomainError `integration.not_found` */
export const makeListDeliveries =
  ({ unitOfWork }: Deps) =>
  async (
    scope: Scope,
    { id, query }: { id: IntegrationId; query: DeliveryQuery },
  ): Promise<{ items: HookDelivery[]; next_cursor: string | null }> => {
    const limit = query.limit ?? LIMIT
    const before = cursor.decode(query.cursor)?.id
    const found = await unitOfWork.inTeam(scope, async ({ integrations, hookDeliveries }) => {
      if ((await integrations.find(id)) === undefined) throw integrationNotFound()
      return hookDeliveries.list(id, { limit: limit + 1, before })
    })
    const items = found.slice(0, limit)
    const last = items.at(-1)
    return {
      items,
      next_cursor: found.length > limit && last ? cursor.encode({ id: last.id }) : null,
    }
  }

/** Does again what an event asked for, as things are now. @throws DomainError `integration.delivery_not_found` */
export const makeReplayDelivery =
  ({ unitOfWork, now = () => new Date() }: Deps) =>
  (scope: Scope, { id: delivery }: { id: DeliveryId }): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ hookDeliveries, pullRequests, outbox, audit }) => {
      const found = await hookDeliveries.find(delivery)
      if (found === undefined) throw deliveryNotFound()
      await hookDeliveries.wait(delivery)
      await audit.add({
        id: newId.event(),
        action: 'integration.replayed',
        userId: requirePerson(scope),
        subject: found.integrationId,
        details: { delivery },
      })
      if (found.pullRequestId === null) {
        await outbox.add({
          type: 'integration.changed',
          payload: { integration_id: found.integrationId },
        })
        return
      }
      await pullRequests.askAgain(found.pullRequestId, now())
      await outbox.add({
        type: 'pull_request.asked',
        payload: { pull_request_id: found.pullRequestId },
      })
    })

/** What was said where, the newest first. @throws DomainError `integration.not_found` */
export const makeListPostedComments =
  ({ unitOfWork }: Deps) =>
  (scope: Scope, { id }: { id: IntegrationId }): Promise<{ items: PostedComment[] }> =>
    unitOfWork.inTeam(scope, async ({ integrations, pullRequests }) => {
      if ((await integrations.find(id)) === undefined) throw integrationNotFound()
      return { items: await pullRequests.posted(id, MAX_POSTED) }
    })
