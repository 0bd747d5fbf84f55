import type { Member, TeamRepositories } from '@teamlore/db'
import { mayDo, roleCovers } from '@teamlore/shared/roles'
import { forbidden, unauthenticated } from '../../errors.ts'
import { requirePerson } from './require-person.ts'
import { grantorOf, type TeamScope } from './team-scope.ts'
import { memberAboveYou, memberNotFound, notForOthers } from './teams.errors.ts'

/**
 * Whom a way into the team is for: the caller, or the member that an admin names by id or email address.
 *
 * @throws DomainError `access.forbidden`, `member.not_found`; `member.above_you`, for who opens a door for somebody could
 * walk through it; `member.not_for_others` by a credential that was itself given, for its maker could walk through both.
 */
export const findRecipient = async (
  people: TeamRepositories['people'],
  scope: TeamScope,
  named: string | undefined,
): Promise<{ grantor: Member; recipient: Member }> => {
  const grantor = await people.find(requirePerson(scope))
  if (grantor === undefined) throw unauthenticated()
  const isOwn = named === undefined || named === grantor.id || isEmail(named, grantor)
  if (isOwn) return { grantor, recipient: grantor }
  if (!mayDo(scope.role, 'keys.manage'))
    throw forbidden({
      message: 'Only an admin can make this for somebody else. Leave `user` out to make your own.',
    })
  if (grantorOf(scope) !== null) throw notForOthers()
  const recipient = named.includes('@') ? await people.findByEmail(named) : await people.find(named)
  if (recipient === undefined) throw memberNotFound()
  if (!roleCovers(scope.role, recipient.role)) throw memberAboveYou()
  return { grantor, recipient }
}

const isEmail = (named: string, { email }: Member): boolean =>
  email !== null && named.toLowerCase() === email.toLowerCase()
