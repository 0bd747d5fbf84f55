import type { Block, Prompt } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { type ProjectFilter, projectsNamed, usersNamed } from '../projects/filter.ts'
import { projectRef } from '../projects/ref.ts'
import { UNTITLED } from '../sessions/rows.ts'
import { textArray } from '../sql/lists.ts'
import {
  afterKey,
  allOf,
  type CountedPageOf,
  countRows,
  cutPage,
  iso,
  micros,
  NO_TIME,
  type PageRequest,
  type TimeKey,
} from '../sql/page.ts'

export type PromptFilter = {
  project?: ProjectFilter | undefined
  sessionId?: string | undefined
  tool?: string | undefined
  author?: string | undefined
  /** Prompts that contain it, in whatever case. */
  text?: string | undefined
  /** ISO times; `before` excludes its moment, `after` includes it. What has no time is neither. */
  before?: string | undefined
  after?: string | undefined
}

type PromptRow = {
  id: string
  session_id: string
  session_title: string
  tool: string
  project_id: string | null
  project_name: string | null
  user_id: string
  user_name: string
  time: string | null
  listed: string | null
  at: number | null
  blocks: Block[]
}

/** Its own time, else its session's. */
const KNOWN = sql`coalesce(m.ts, m.session_began_at)`
/** In the words of the index messages_prompts. */
const AT = sql`coalesce(m.ts, m.session_began_at, ${NO_TIME})`

const toPrompt = (row: PromptRow): Prompt => ({
  id: row.id,
  session_id: row.session_id,
  session_title: row.session_title,
  tool: row.tool,
  project: projectRef(row.project_id, row.project_name),
  author: { id: row.user_id, name: row.user_name },
  ts: row.time,
  at: row.listed,
  text: row.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n'),
})

const contains = (text: string): SQL => sql`exists (
  select from jsonb_array_elements(m.blocks) b
  where b->>'type' = 'text' and position(lower(${text}) in lower(b->>'text')) > 0)`

const conditionsOf = (teamId: string, filter: PromptFilter): (SQL | undefined)[] => {
  const { project, sessionId, tool, author, text, before, after } = filter
  return [
    // Of one whose text was removed nothing is left to list.
    sql`m.team_id = ${teamId} and m.kind = 'human' and m.removed_at is null and s.kind <> 'compaction'`,
    project && sql`s.project_id in ${projectsNamed(teamId, project)}`,
    sessionId === undefined ? undefined : sql`m.session_id = ${sessionId}`,
    tool === undefined ? undefined : sql`s.tool = ${tool}`,
    author === undefined ? undefined : sql`s.user_id in ${usersNamed(author)}`,
    before === undefined ? undefined : sql`${AT} < ${before}::timestamptz and ${AT} > ${NO_TIME}`,
    after === undefined ? undefined : sql`${AT} >= ${after}::timestamptz`,
    text === undefined ? undefined : contains(text),
  ]
}

const SELECT = sql`
  select m.id, m.session_id, coalesce(s.title, ${UNTITLED}) as session_title, s.tool,
    p.id as project_id, p.name as project_name, s.user_id,
    coalesce(u.name, 'Former member') as user_name,
    ${iso(sql`m.ts`)} as time, ${iso(KNOWN)} as listed, ${micros(AT)} as at, m.blocks
  from teamlore.messages m
  join teamlore.sessions s on s.id = m.session_id
  left join teamlore.users u on u.id = s.user_id
  left join teamlore.projects p on p.id = s.project_id`

export const createPromptReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What people asked for, newest first. A compaction's copies of earlier prompts are left out. */
  async list(
    filter: PromptFilter,
    request: PageRequest<TimeKey>,
  ): Promise<CountedPageOf<Prompt, TimeKey>> {
    const { limit, after } = request
    const conditions = conditionsOf(teamId, filter)
    const found = await rows<PromptRow>(
      tx,
      sql`${SELECT}
      where ${allOf([...conditions, afterKey(AT, sql`m.id`, after)])}
      order by ${AT} desc, m.id desc limit ${limit + 1}`,
    )
    const from = sql`
      from teamlore.messages m join teamlore.sessions s on s.id = m.session_id
      where ${allOf(conditions)}`
    return {
      ...cutPage(found, limit, toPrompt, ({ at, id }) => ({ at, id })),
      total: await countRows(tx, from, request),
    }
  },

  /** The newest of each of these sessions, so many of each, newest first. */
  async newestOfEach(sessionIds: readonly string[], limit: number): Promise<Prompt[]> {
    if (sessionIds.length === 0) return []
    const own = allOf(conditionsOf(teamId, {}))
    const found = await rows<PromptRow>(
      tx,
      sql`
      select newest.* from unnest(${textArray(sessionIds)}) w(id)
      cross join lateral (
        ${SELECT} where ${own} and m.session_id = w.id
        order by ${AT} desc, m.id desc limit ${limit}) newest`,
    )
    return found.map(toPrompt)
  },
})
