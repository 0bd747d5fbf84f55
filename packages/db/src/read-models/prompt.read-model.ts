import type { Block, Prompt } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import {
  afterKey,
  allOf,
  cutPage,
  iso,
  micros,
  type PageOf,
  type PageRequest,
  type TimeKey,
} from './page.ts'
import { type ProjectFilter, projectsNamed } from './project-filter.ts'
import { projectRef, UNTITLED } from './session-rows.ts'

export type PromptFilter = {
  project?: ProjectFilter | undefined
  sessionId?: string | undefined
  tool?: string | undefined
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
  at: number
  blocks: Block[]
}

const AT = sql`coalesce(m.ts, m.created_at)`

const toPrompt = (row: PromptRow): Prompt => ({
  id: row.id,
  session_id: row.session_id,
  session_title: row.session_title,
  tool: row.tool,
  project: projectRef(row.project_id, row.project_name),
  author: { id: row.user_id, name: row.user_name },
  ts: row.time,
  text: row.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n'),
})

export const createPromptReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What people asked for, newest first. A compaction's copies of earlier prompts are left out. */
  async list(
    { project, sessionId, tool }: PromptFilter,
    { limit, after }: PageRequest<TimeKey>,
  ): Promise<PageOf<Prompt, TimeKey>> {
    const conditions = allOf([
      sql`m.team_id = ${teamId} and m.kind = 'human' and s.kind <> 'compaction'`,
      project && sql`s.project_id in ${projectsNamed(teamId, project)}`,
      sessionId === undefined ? undefined : sql`m.session_id = ${sessionId}`,
      tool === undefined ? undefined : sql`s.tool = ${tool}`,
      afterKey(AT, sql`m.id`, after),
    ])
    const found = await rows<PromptRow>(
      tx,
      sql`
      select m.id, m.session_id, coalesce(s.title, ${UNTITLED}) as session_title, s.tool,
        p.id as project_id, p.name as project_name, s.user_id,
        coalesce(u.name, 'Former member') as user_name,
        ${iso(sql`m.ts`)} as time, ${micros(AT)} as at, m.blocks
      from teamlore.messages m
      join teamlore.sessions s on s.id = m.session_id
      left join teamlore.users u on u.id = s.user_id
      left join teamlore.projects p on p.id = s.project_id
      where ${conditions} order by ${AT} desc, m.id desc limit ${limit + 1}`,
    )
    return cutPage(found, limit, toPrompt, ({ at, id }) => ({ at, id }))
  },
})
