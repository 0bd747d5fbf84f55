import type { AuditEvent, TeamRepositories } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { AuditAction } from '@teamlore/shared/audit'
import type { SystemScope, TeamScope } from './team-scope.ts'

type Exported = {
  action: Extract<AuditAction, `${string}.exported` | 'session.restored'>
  /** Id of what is exported; null where it is none thing alone. */
  subject: string | null
  details?: NonNullable<AuditEvent['details']>
}

/** That something leaves Teamlore as a file: by whom, on which machine. Every way out writes it by this; what cannot be written down is not exported. */
export const noteExport = (
  { audit }: Pick<TeamRepositories, 'audit'>,
  { userId, actor }: Pick<TeamScope | SystemScope, 'userId' | 'actor'>,
  exported: Exported,
): Promise<void> =>
  audit.add({
    id: newId.event(),
    userId: userId === 'system' ? null : userId,
    machineId: actor.kind === 'machine' ? actor.machineId : null,
    ...exported,
  })
