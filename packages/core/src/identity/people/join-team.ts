import type { OpenInvitation, SystemRepositories } from '@teamlore/db'
import type { UserId } from '@teamlore/shared'
import { alreadyMember } from './people.errors.ts'

/** Makes somebody a member by an invitation that is held, and ends it. @throws DomainError `invitation.already_member` */
export const joinBy = async (
  { persons, auditOf }: Pick<SystemRepositories, 'persons' | 'auditOf'>,
  { id, teamId, role }: OpenInvitation,
  { userId, now, eventId }: { userId: UserId; now: Date; eventId: string },
): Promise<void> => {
  if (!(await persons.addMember({ teamId, userId, role }))) throw alreadyMember()
  await persons.endInvitation(id, { outcome: 'accepted', userId, now })
  const event = { id: eventId, action: 'member.joined', userId, subject: id } as const
  await auditOf(teamId).add({ ...event, details: { role } })
}
