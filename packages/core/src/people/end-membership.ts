import type { Member, TeamRepositories } from '@teamlore/db'
import { lastOwner } from './people.errors.ts'

/** @throws DomainError `team.last_owner` when nobody would own the team any more. */
export const keepAnOwner = async (
  people: TeamRepositories['people'],
  member: Member,
): Promise<void> => {
  if (member.role === 'owner' && (await people.owners()) < 2) throw lastOwner()
}

/** Streams that are open ask anew who listens: those of a member, and of whom they made a way in for. */
export const notifyAccessOf = async (
  { people, outbox }: Pick<TeamRepositories, 'people' | 'outbox'>,
  id: Member['id'],
): Promise<void> => {
  for (const one of [id, ...(await people.givenTo(id))]) await outbox.notifyAccess(one)
}

/** Everything a membership holds open ends in the transaction that ends it: there is no moment in between. */
export const endMembership = async (
  { people, apiKeys, outbox }: Pick<TeamRepositories, 'people' | 'apiKeys' | 'outbox'>,
  member: Member,
  now: Date,
): Promise<number> => {
  await keepAnOwner(people, member)
  // What is sent goes out when the transaction is done; by then nothing of it is left to be found.
  await notifyAccessOf({ people, outbox }, member.id)
  const keys = await apiKeys.revokeOfUser(member.id, now)
  await people.remove(member.id, now)
  return keys
}
