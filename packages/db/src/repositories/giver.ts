import { mayDo, ROLES } from '@teamlore/shared/roles'
import { type SQL, sql } from 'drizzle-orm'

const GIVERS = sql.join(
  ROLES.filter((role) => mayDo(role, 'keys.manage')).map((role) => sql`${role}`),
  sql`, `,
)

/**
 * Whether what somebody made for somebody else still holds: its giver is a member who may make such a thing. Accounts of
 * services have nobody else who could, so theirs stay.
 *
 * @param held alias of a row with `team_id` and `user_id`
 * @param giver its column that names who gave it; null where the person made it themselves
 */
export const isStillGiven = (held: SQL, giver: SQL): SQL => sql`(${giver} is null
  or exists (select from teamlore.memberships g
    where g.team_id = ${held}.team_id and g.user_id = ${giver} and g.role in (${GIVERS}))
  or exists (select from teamlore.users u where u.id = ${held}.user_id and u.kind = 'service'))`
