import type { UserId } from '@teamlore/shared'
import { mayDo, ROLES } from '@teamlore/shared/roles'
import { type SQL, sql } from 'drizzle-orm'

const GIVERS = sql.join(
  ROLES.filter((role) => mayDo(role, 'keys.manage')).map((role) => sql`${role}`),
  sql`, `,
)

/** Who gave a way in, for lists; null where its person made it. `giver` is a column, `name` that of its user. */
export const madeBy = (giver: SQL, name: SQL): SQL =>
  sql`case when ${giver} is not null
    then json_build_object('id', ${giver}, 'name', coalesce(${name}, 'Former member')) end`

/** What a way in may end: all of its person's, or where somebody gave it, what that somebody gave. */
export const isOfGiver = (column: SQL, giver: UserId | null): SQL =>
  sql`(${giver}::text is null or ${column} = ${giver})`

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
