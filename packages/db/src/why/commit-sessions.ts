import type { ProjectId, TeamId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { STANDS } from '../links/valid-links.ts'
import { decoded, jsonOf, number } from '../sql/decode.ts'
import { json } from '../sql/json.ts'

/** A session that wrote some of the commits that were asked for. */
export type CommittedSession = {
  id: string
  title: string | null
  tool: string
  person: string
  commits: number
}

const MAX_SESSIONS = 20

export const createCommitSessions = (tx: DbExecutor, teamId: TeamId) => ({
  /** Of these commits: how many are here, and which sessions wrote them, those of the most commits first. Rejected links count nowhere. */
  async sessionsOfCommits(
    projectId: ProjectId,
    shas: readonly string[],
  ): Promise<{ known: number; linked: number; sessions: CommittedSession[] }> {
    const [found] = await decoded(
      tx,
      { known: number, linked: number, sessions: jsonOf<CommittedSession[]>() },
      sql`with asked as materialized (
          select c.id from jsonb_array_elements_text(${json(shas)}) a(sha)
          cross join lateral (select c.id from teamlore.commits c
            where c.team_id = ${teamId} and c.project_id = ${projectId} and c.sha >= a.sha and c.sha < a.sha || '~' limit 1) c),
        wrote as (select distinct asked.id as commit_id, l.session_id from asked
          join teamlore.session_links l on l.commit_id = asked.id and l.team_id = ${teamId} and l.relation = 'wrote'
          where ${STANDS}),
        shown as (select s.id, s.title, s.tool, coalesce(u.name, 'Former member') as person, count(*) as commits
          from wrote join teamlore.sessions s on s.id = wrote.session_id and s.private_to is null
          left join teamlore.users u on u.id = s.user_id
          group by s.id, s.title, s.tool, u.name order by count(*) desc, s.id limit ${MAX_SESSIONS})
        select (select count(*) from asked) as known, (select count(distinct commit_id) from wrote) as linked,
          (select coalesce(json_agg(shown order by shown.commits desc, shown.id), '[]') from shown) as sessions`,
    )
    return found ?? { known: 0, linked: 0, sessions: [] }
  },
})
