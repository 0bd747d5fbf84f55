import type { UnitOfWork } from '@teamlore/db'
import type { AuditEntry, AuditQuery } from '@teamlore/shared/audit'
import { idCursor } from '../../platform/cursor.ts'
import type { TeamScope } from './team-scope.ts'
import { memberNotFound } from './teams.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type AuditPage = { items: AuditEntry[]; next_cursor: string | null }

const cursors = idCursor('audit')

/** Who did what, the latest first. @throws DomainError `member.not_found` for an address that nobody has. */
export const makeListAudit =
  ({ unitOfWork }: Deps) =>
  async (
    scope: TeamScope<'admin'>,
    { limit, cursor, user, action }: AuditQuery,
  ): Promise<AuditPage> => {
    const after = cursors.decode(cursor)
    const { items, next } = await unitOfWork.inTeam(scope, async ({ auditList, people }) => {
      // Who left is still named by their id; an address is that of a member.
      const member = user?.includes('@') ? await people.findByEmail(user) : undefined
      if (user?.includes('@') && member === undefined) throw memberNotFound()
      return auditList.page({ limit, after, user: member?.id ?? user, action })
    })
    return { items, next_cursor: cursors.encode(next) }
  }
