import type { UserId } from '@teamlore/shared'
import { mayDo, ROLES } from '@teamlore/shared/roles'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

const GRANTORS = sql.join(
  ROLES.filter((role) => mayDo(role, 'keys.manage')).map((role) => sql`${role}`),
  sql`, `,
)

/** Who gave a credential, for lists; null where its person made it. `grantor` is a column, `name` that of its user. */
export const madeBy = (grantor: SQLWrapper, name: SQLWrapper): SQL =>
  sql`case when ${grantor} is not null
    then json_build_object('id', ${grantor}, 'name', coalesce(${name}, 'Former member')) end`

/** What a credential may end: all of its person's, or where somebody gave it, what that somebody gave. */
export const isFromGrantor = (column: SQLWrapper, grantor: UserId | null): SQL =>
  sql`(${grantor}::text is null or ${column} = ${grantor})`

/**
 * Whether what somebody made for somebody else still holds: its grantor is a member who may make such a thing. Accounts of
 * services have nobody else who could, so theirs stay.
 *
 * @param held alias of a row with `team_id` and `user_id`
 * @param grantor its column that names who gave it; null where the person made it themselves
 */
export const isGrantValid = (held: SQL, grantor: SQL): SQL => sql`(${grantor} is null
  or exists (select from teamlore.memberships g
    where g.team_id = ${held}.team_id and g.user_id = ${grantor} and g.role in (${GRANTORS}))
  or exists (select from teamlore.users u where u.id = ${held}.user_id and u.kind = 'service'))`
