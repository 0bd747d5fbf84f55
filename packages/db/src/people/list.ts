import type { TeamMember } from '@teamlore/shared/people'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { allOf, cutPage, type IdKey, iso, type PageOf, type PageRequest } from '../sql/page.ts'
import { ADDRESS, BY_DIRECTORY } from './address.ts'

/** People and service accounts of a team, those who joined last first. */
export const createMemberReadModel = (tx: DbExecutor, { teamId, userId }: DbScope) => ({
  async page({ limit, after }: PageRequest<IdKey>): Promise<PageOf<TeamMember, IdKey>> {
    const found = await rows<TeamMember>(
      tx,
      sql`
      select u.id, u.name, ${ADDRESS} as email, u.kind, m.role, ${iso(sql`m.created_at`)} as joined_at,
        ${iso(sql`k.last_used`)} as last_seen_at, u.id = ${userId} as is_you
      from teamlore.memberships m join teamlore.users u on u.id = m.user_id ${BY_DIRECTORY}
      left join lateral (select max(last_used_at) as last_used from teamlore.api_keys k
        where k.team_id = m.team_id and k.user_id = m.user_id) k on true
      where ${allOf([sql`m.team_id = ${teamId}`, after && sql`u.id < ${after.id}`])}
      order by u.id desc limit ${limit + 1}`,
    )
    return cutPage(
      found,
      limit,
      (row) => ({ ...row }),
      ({ id }) => ({ id }),
    )
  },
})
