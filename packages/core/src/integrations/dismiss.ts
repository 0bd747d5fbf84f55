import type { RepositoryRef, UnitOfWork } from '@teamlore/db'
import { type MemoryId, newId } from '@teamlore/shared'
import type { DismissalVia } from '@teamlore/shared/integrations'
import type { TeamScope } from '../identity/teams/team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now: () => Date }

type Dismissed = { of: RepositoryRef; memoryId: MemoryId; path: string; via: DismissalVia }

/**
 * Nothing of it is shown there from now on. The same again changes nothing, and neither does what somebody has undone since.
 *
 * @returns whether there still is such a memory.
 */
export const dismiss = (
  { unitOfWork, now }: Deps,
  scope: TeamScope<'member'>,
  { of, memoryId, path, via }: Dismissed,
): Promise<boolean> =>
  unitOfWork.inTeam(scope, async ({ dismissals, audit }) => {
    const { integrationId, repositoryId } = of
    const dismissal = { id: newId.dismissal(), integrationId, repositoryId, memoryId, path, via }
    const added = await dismissals.add({ ...dismissal, madeBy: scope.userId }, now())
    if (added !== 'added') return added === 'known'
    await audit.add({
      id: newId.event(),
      action: 'integration.dismissed',
      userId: scope.userId,
      subject: integrationId,
      details: { memory: memoryId, via },
    })
    return true
  })

/** It is shown there again, on whatever path it was dismissed. */
export const undismiss = (
  { unitOfWork, now }: Deps,
  scope: TeamScope<'member'>,
  { of, memoryId }: Pick<Dismissed, 'of' | 'memoryId'>,
): Promise<void> =>
  unitOfWork.inTeam(scope, async ({ dismissals, audit }) => {
    if ((await dismissals.undoOf(of, memoryId, scope.userId, now())) === 0) return
    await audit.add({
      id: newId.event(),
      action: 'integration.undismissed',
      userId: scope.userId,
      subject: of.integrationId,
      details: { memory: memoryId },
    })
  })
