import type { Provisioning } from '@teamlore/shared/provisioning'
import { count } from '../../lib/format/number.ts'

/** How it stands with provisioning, in a sentence. */
export const statusOf = (
  { users, last_reported_at }: Provisioning,
  { hasToken }: { hasToken: boolean },
): string => {
  if (last_reported_at === null)
    return hasToken
      ? 'Nothing has come from a directory yet: enter the address and the token there.'
      : 'Not set up.'
  const active = `${count(users.active, 'person is', 'people are')} in the team by it`
  const ended = users.inactive > 0 ? `, ${count(users.inactive, 'was', 'were')} deactivated` : ''
  return `${active}${ended}.${hasToken ? '' : ' No token is left, so nothing new can come.'}`
}

/** What somebody is by being in a group. */
export const roleWords = (
  { role }: Provisioning['groups'][number],
  { usual_role }: Provisioning,
): string => role ?? `${usual_role}, as no role is set for it`
