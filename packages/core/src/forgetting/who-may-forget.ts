import type { ForgetTarget } from '@teamlore/db'
import type { UserId } from '@teamlore/shared'
import { mayDo } from '@teamlore/shared/roles'
import type { DomainError } from '../errors.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import { isOfService, type TeamScope } from '../identity/teams/team-scope.ts'
import { forgettingByService, forgettingNotYours } from './forgetting.errors.ts'

/** @throws DomainError `forgetting.service_account`. */
export const requireForgetter = (scope: TeamScope<'member'>): UserId => {
  if (isOfService(scope)) throw forgettingByService()
  return requirePerson(scope)
}

/** Whether this scope may have forgotten what is not its person's own. */
export const isAdmin = (scope: TeamScope): boolean => mayDo(scope.role, 'forgetting.manage')

/**
 * A member forgets what is their own; an admin anything, by its id, without being shown it. `isSeen`: the asker may read it, so that
 * it may be said that it is somebody else's.
 *
 * @throws what `notFound` makes, DomainError `forgetting.not_yours`.
 */
export const requireRight = (
  scope: TeamScope<'member'>,
  { ownerId }: ForgetTarget,
  { isSeen, notFound }: { isSeen: boolean; notFound: () => DomainError },
): void => {
  if (ownerId === scope.userId || isAdmin(scope)) return
  throw isSeen ? forgettingNotYours() : notFound()
}
