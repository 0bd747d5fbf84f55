import { newId } from '@teamlore/shared'
import type { DeliveryId } from '@teamlore/shared/ids'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { systemClock } from '../platform/clock.ts'
import type { SlackDeps } from './connect.ts'
import { TO_ALL, TO_ASKER } from './say.ts'
import { slackDeliveryNotFound, slackDeliveryOver } from './slack.errors.ts'

/**
 * Does again what failed, as things are now. What was said to all is not said again; that it failed was said to who asked, so that they
 * get the answer now.
 *
 * @throws DomainError `slack.delivery_not_found`, `slack.delivery_over`
 */
export const makeReplaySlackDelivery =
  ({ unitOfWork, now = systemClock }: Pick<SlackDeps, 'unitOfWork' | 'now'>) =>
  (scope: TeamScope<'admin'>, { id }: { id: DeliveryId }): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ slackAsks, outbox, audit }) => {
      const found = await slackAsks.find(id)
      if (found === undefined) throw slackDeliveryNotFound()
      const isKept = found.sealed !== null || found.kind === 'digest'
      if (found.state !== 'failed' || !isKept) throw slackDeliveryOver()
      // In a direct message all and who asked are one.
      const undone = found.kind === 'message' ? [TO_ALL, TO_ASKER] : [TO_ASKER]
      await slackAsks.again(id, { undone, at: now() })
      await audit.add({
        id: newId.event(),
        action: 'slack.replayed',
        userId: requirePerson(scope),
        subject: found.slackId,
        details: { delivery: id },
      })
      await outbox.add({ type: 'slack.asked', payload: { ask_id: id } })
    })
