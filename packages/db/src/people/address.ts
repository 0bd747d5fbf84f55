import { sql } from 'drizzle-orm'

/** What the directory of the team says of a member, of a membership `m`. */
export const BY_DIRECTORY = sql.raw(`left join teamlore.provisioned_users by_directory
  on by_directory.team_id = m.team_id and by_directory.user_id = m.user_id
  and by_directory.removed_at is null`)

/** The address of a member `u` in a team: what its directory says, so that nothing shows an account with another team. */
export const ADDRESS = sql.raw('coalesce(by_directory.email, u.email)')
