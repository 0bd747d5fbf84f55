import type { Member, TeamRepositories } from '@teamlore/db'
import { lastOwner } from './people.errors.ts'

/** @throws DomainError `team.last_owner` when nobody would own the team any more. */
export const keepAnOwner = async (
  people: TeamRepositories['people'],
  member: Member,
): Promise<void> => {
  if (member.role === 'owner' && (await people.owners()) < 2) throw lastOwner()
}

/** Everything a membership holds open ends in the transaction that ends it: there is no moment in between. */
export const endMembership = async (
  { people, apiKeys, outbox }: Pick<TeamRepositories, 'people' | 'apiKeys' | 'outbox'>,
  member: Member,
  now: Date,
): Promise<number> => {
  await keepAnOwner(people, member)
  const touched = [member.id, ...(await people.givenTo(member.id))]
  const keys = await apiKeys.revokeOfUser(member.id, now)
  await people.remove(member.id, now)
  for (const id of touched) await outbox.notifyAccess(id)
  return keys
}
