import type { Member, TeamRepositories } from '@teamlore/db'
import type { TeamRole } from '@teamlore/shared'
import { mayDo } from '@teamlore/shared/roles'
import { lastOwner } from './people.errors.ts'

/** @throws DomainError `team.last_owner` when nobody would own the team any more. */
export const keepAnOwner = async (
  people: TeamRepositories['people'],
  member: Member,
): Promise<void> => {
  if (member.role === 'owner' && (await people.owners()) < 2) throw lastOwner()
}

/** Streams that are open ask again who listens: those of a member, and of whom they made a credential for. */
export const notifyAccessOf = async (
  { people, outbox }: Pick<TeamRepositories, 'people' | 'outbox'>,
  id: Member['id'],
): Promise<void> => {
  for (const one of [id, ...(await people.givenTo(id))]) await outbox.notifyAccess(one)
}

/**
 * Another role. Whoever may make credentials for others no more has those ended permanently that they made; how many keys that were is
 * for the audit events.
 */
export const changeRole = async (
  { people, apiKeys, outbox }: Pick<TeamRepositories, 'people' | 'apiKeys' | 'outbox'>,
  { id, role: from }: Member,
  role: TeamRole,
): Promise<{ given_keys_ended?: number }> => {
  const isEnd = mayDo(from, 'keys.manage') && !mayDo(role, 'keys.manage')
  const ended = isEnd ? await apiKeys.countGivenBy(id) : 0
  await notifyAccessOf({ people, outbox }, id)
  await people.setRole(id, role)
  return ended > 0 ? { given_keys_ended: ended } : {}
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
