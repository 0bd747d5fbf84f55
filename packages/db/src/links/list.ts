import type { SessionLink } from '@teamlore/shared/commits'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { UNTITLED } from '../sessions/rows.ts'
import { allOf, iso } from '../sql/page.ts'
import { STANDS } from './valid-links.ts'

type LinkRow = Omit<SessionLink, 'session' | 'commit'> & {
  session_id: string
  title: string
  tool: string
  user_id: string
  user_name: string
  started_at: string | null
  ended_at: string | null
  commit_id: string | null
  sha: string | null
  subject: string | null
}

const toLink = ({
  session_id,
  title,
  tool,
  user_id,
  user_name,
  started_at,
  ended_at,
  commit_id,
  sha,
  subject,
  ...rest
}: LinkRow): SessionLink => ({
  ...rest,
  session: {
    id: session_id,
    title,
    tool,
    author: { id: user_id, name: user_name },
    started_at,
    ended_at,
  },
  commit:
    commit_id === null || sha === null ? null : { id: commit_id, sha, subject: subject ?? '' },
})

export type LinkFilter = {
  sessionId?: string | undefined
  commitIds?: readonly string[] | undefined
  target?: string | undefined
  minConfidence?: number | undefined
  limit?: number | undefined
}

export const createSessionLinkReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Links that stand, the surest first. */
  async list({
    sessionId,
    commitIds,
    target,
    minConfidence = 0,
    limit = 200,
  }: LinkFilter): Promise<SessionLink[]> {
    const conditions = allOf([
      sql`l.team_id = ${teamId}`,
      STANDS,
      sql`l.confidence >= ${minConfidence}`,
      sessionId === undefined ? undefined : sql`l.session_id = ${sessionId}`,
      target === undefined ? undefined : sql`l.target = ${target}`,
      commitIds === undefined
        ? undefined
        : sql`l.commit_id = any(array(select jsonb_array_elements_text(${JSON.stringify(commitIds)}::text::jsonb)))`,
    ])
    const found = await rows<LinkRow>(
      tx,
      sql`
      select l.id, l.type, l.relation, round(l.confidence::numeric, 3)::float8 as confidence, l.reasons,
        l.created_by, l.target, ${iso(sql`l.created_at`)} as created_at, s.id as session_id,
        coalesce(s.title, ${UNTITLED}) as title, s.tool, s.user_id, coalesce(u.name, '') as user_name,
        ${iso(sql`s.started_at`)} as started_at, ${iso(sql`s.ended_at`)} as ended_at,
        c.id as commit_id, c.sha, c.subject
      from teamlore.session_links l
      join teamlore.sessions s on s.id = l.session_id
      left join teamlore.users u on u.id = s.user_id
      left join teamlore.commits c on c.id = l.commit_id
      where ${conditions}
      order by l.confidence desc, l.created_at desc, l.id limit ${limit}`,
    )
    return found.map(toLink)
  },
})
