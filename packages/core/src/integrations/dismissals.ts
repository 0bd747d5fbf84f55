import { newId } from '@teamlore/shared'
import type { DismissalId, IntegrationId } from '@teamlore/shared/ids'
import type { Dismissal } from '@teamlore/shared/integrations'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { systemClock } from '../platform/clock.ts'
import type { IntegrationDeps } from './connect.ts'
import { dismissalNotFound, integrationNotFound } from './integrations.errors.ts'

type Scope = TeamScope<'admin'>
type Deps = Pick<IntegrationDeps, 'unitOfWork' | 'now'>

/** Rules that keep memories from being shown, the newest first. @throws DomainError `integration.not_found` */
export const makeListDismissals =
  ({ unitOfWork }: Deps) =>
  (scope: Scope, { id }: { id: IntegrationId }): Promise<{ items: Dismissal[] }> =>
    unitOfWork.inTeam(scope, async ({ integrations, dismissals }) => {
      if ((await integrations.find(id)) === undefined) throw integrationNotFound()
      return { items: await dismissals.list(id) }
    })

/** @throws DomainError `integration.dismissal_not_found` */
export const makeUndoDismissal =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: Scope, { id }: { id: DismissalId }): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ dismissals, audit }) => {
      const by = requirePerson(scope)
      const undone = await dismissals.undo(id, by, now())
      if (undone === undefined) throw dismissalNotFound()
      await audit.add({
        id: newId.event(),
        action: 'integration.undismissed',
        userId: by,
        subject: undone.integrationId,
        details: { memory: undone.memoryId },
      })
    })
