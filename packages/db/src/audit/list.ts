import type { AuditEntry } from '@teamlore/shared/audit'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { allOf, cutPage, type IdKey, iso, type PageOf, type PageRequest } from '../sql/page.ts'

export type AuditFilter = { user?: string | undefined; action?: string | undefined }

const personOf = (id: ReturnType<typeof sql>, name: ReturnType<typeof sql>) => sql`
  case when ${id} is not null then jsonb_build_object('id', ${id}, 'name', coalesce(${name}, 'Former member')) end`

/** The session that an event is about, be it in the name of a job. */
const SESSION = sql`substring(x.subject from 'ses_[0-9a-z]{26}')`

/** What stands apart of an event; of somebody who was erased it says only that. */
const PERSONAL = sql`(select coalesce(jsonb_object_agg(f.field, coalesce(f.value, 'erased')), '{}')
  from teamlore.audit_personal_fields f where f.event_id = x.id)`

/** Who did what in a team, the latest first. Whose session the reader may not see stands there without it. */
export const createAuditReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  async page({
    limit,
    after,
    user,
    action,
  }: PageRequest<IdKey> & AuditFilter): Promise<PageOf<AuditEntry, IdKey>> {
    const found = await rows<AuditEntry>(
      tx,
      sql`
      select x.id, ${iso(sql`x.created_at`)} as at, x.action, (x.details - 'given_by') || ${PERSONAL} as details,
        ${personOf(sql`x.user_id`, sql`u.name`)} as "user",
        ${personOf(sql`x.details ->> 'given_by'`, sql`g.name`)} as given_by,
        case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name) end as machine,
        case when x.subject is null or ${SESSION} is not null
            and not exists (select from teamlore.sessions s where s.id = ${SESSION}) then null
          else jsonb_build_object('id', x.subject, 'name', coalesce(
            (select name from teamlore.users n where n.id = x.subject),
            (select name from teamlore.api_keys n where n.id = x.subject),
            (select name from teamlore.projects n where n.id = x.subject),
            (select title from teamlore.sessions n where n.id = x.subject),
            case when starts_with(x.subject, 'usr_') then 'Former member'
              else coalesce(${PERSONAL} ->> 'name', x.details ->> 'name') end)) end as subject
      from teamlore.audit_events x
      left join teamlore.users u on u.id = x.user_id
      left join teamlore.users g on g.id = x.details ->> 'given_by'
      left join teamlore.machines m on m.id = x.machine_id
      where ${allOf([
        sql`x.team_id = ${teamId}`,
        user === undefined ? undefined : sql`x.user_id = ${user}`,
        action === undefined ? undefined : sql`x.action = ${action}`,
        after && sql`x.id < ${after.id}`,
      ])}
      order by x.id desc limit ${limit + 1}`,
    )
    return cutPage(
      found,
      limit,
      (row) => ({ ...row }),
      ({ id }) => ({ id }),
    )
  },
})
