import type { Session, SessionKind, SessionStarter, Usage } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import { countOfSession, OTHER_WORK, SERVED } from '../observations/served.ts'
import { projectRef } from '../projects/ref.ts'
import { iso, micros } from '../sql/page.ts'

export type SessionListRow = {
  id: string
  tool: string
  native_id: string
  kind: SessionKind
  started_by: SessionStarter
  parent_id: string | null
  parent_title: string | null
  title: string
  project_id: string | null
  project_name: string | null
  user_id: string
  user_name: string
  machine_id: string
  machine_name: string
  is_private: boolean
  cwd: string | null
  git_branch: string | null
  git_head: string | null
  tool_version: string | null
  models: string[]
  started: string | null
  ended: string | null
  updated: string
  activity: number | null
  message_count: number
  prompt_count: number
  edit_count: number
  observation_count: number
  work_count: number
  subagent_count: number
  usage: Partial<Usage>
  distilled: Session['distilled']
  tags: string[]
}

/** What a session is called when neither the tool nor a prompt gave it a name. */
export const UNTITLED = 'Untitled session'

/** Everything the list shows of the sessions in `page` (a subquery that already took the right few). */
export const sessionRowsOf = (page: SQL): SQL => sql`
  with page as materialized (${page})
  select s.id, s.tool, s.native_id, s.kind, s.started_by, parent.id as parent_id, parent.title as parent_title,
    coalesce(s.title, ${UNTITLED}) as title, p.id as project_id, p.name as project_name,
    s.user_id, coalesce(u.name, 'Former member') as user_name,
    s.machine_id, coalesce(m.name, '') as machine_name, s.private_to is not null as is_private,
    s.cwd, s.git_branch, s.git_head, s.tool_version, to_json(s.models) as models,
    ${iso(sql`s.started_at`)} as started, ${iso(sql`s.ended_at`)} as ended,
    ${iso(sql`s.updated_at`)} as updated, ${micros(sql`s.activity_at`)} as activity,
    s.message_count, s.prompt_count, s.edit_count, s.usage, s.distilled,
    ${countOfSession(SERVED)} as observation_count, ${countOfSession(OTHER_WORK)} as work_count,
    (select count(*) from teamlore.sessions c
      where c.machine_id = s.machine_id and c.tool = s.tool and c.parent_native_id = s.native_id
        and c.kind = 'subagent') as subagent_count,
    array(select n.text from teamlore.session_notes n where n.session_id = s.id and n.kind = 'tag'
      and n.removed_at is null order by n.text) as tags
  from page s
  left join teamlore.users u on u.id = s.user_id
  left join teamlore.machines m on m.id = s.machine_id
  left join teamlore.projects p on p.id = s.project_id
  left join lateral (
    select f.id, f.title from teamlore.sessions f
    where f.team_id = s.team_id and f.machine_id = s.machine_id and f.tool = s.tool
      and f.native_id = s.parent_native_id limit 1) parent on true
  order by s.activity_at desc, s.id desc`

export const toUsage = (usage: Partial<Usage>): Usage => ({
  input_tokens: usage.input_tokens ?? 0,
  output_tokens: usage.output_tokens ?? 0,
  cache_creation_tokens: usage.cache_creation_tokens ?? 0,
  cache_read_tokens: usage.cache_read_tokens ?? 0,
})

export const toSession = (row: SessionListRow): Session => ({
  id: row.id,
  tool: row.tool,
  native_id: row.native_id,
  kind: row.kind,
  started_by: row.started_by,
  parent_id: row.parent_id,
  title: row.title,
  project: projectRef(row.project_id, row.project_name),
  author: { id: row.user_id, name: row.user_name },
  machine: { id: row.machine_id, name: row.machine_name },
  visibility: row.is_private ? 'private' : 'team',
  cwd: row.cwd,
  git_branch: row.git_branch,
  git_head: row.git_head,
  tool_version: row.tool_version,
  models: row.models,
  started_at: row.started,
  ended_at: row.ended,
  updated_at: row.updated,
  counts: {
    messages: row.message_count,
    prompts: row.prompt_count,
    edits: row.edit_count,
    observations: row.observation_count,
    work: row.work_count,
    subagents: row.subagent_count,
  },
  usage: toUsage(row.usage),
  distilled: row.distilled,
  tags: row.tags,
})
