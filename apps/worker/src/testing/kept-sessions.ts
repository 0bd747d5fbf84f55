import { grantSystemScope, makeCurateProject, makeDistilSession } from '@teamlore/core'
import type { Engine } from '@teamlore/db'
import { readAsOwner } from '@teamlore/db/testing'
import type { IngestMessage, ProjectId, SessionId } from '@teamlore/shared'
import { buildFindingSession, createWorkerWorld, type WorkerWorld } from './worker-world.ts'

/** More than one slice of a retention takes. */
export const CHATTER = 130

/** A session in which something is found, and then much is said that nothing rests on. */
const longSession = (nativeId: string) => {
  const session = buildFindingSession(nativeId, 1)
  const [, , , last] = session.messages
  const chatter = Array.from({ length: CHATTER }, (_, index): IngestMessage => {
    const ordinal = 4 + index
    const block = { type: 'text' as const, text: `Aardvark${nativeId} ${index} walks by.` }
    return { ...(last as IngestMessage), key: `m${ordinal}`, ordinal, blocks: [block] }
  })
  return { ...session, messages: [...session.messages, ...chatter] }
}

export type Sql = <T extends Record<string, unknown>>(text: string) => Promise<T[]>
export const sqlOn =
  (engine: Engine): Sql =>
  (text) =>
    readAsOwner(engine, text)

export type Kept = { teamId: WorkerWorld['teamId']; going: SessionId; staying: SessionId }

/** Two sessions that were distilled and curated, and rest. */
export const fill = async (
  engine: Engine,
  stayingIn: string,
): Promise<Kept & { world: WorkerWorld }> => {
  const world = await createWorkerWorld(engine)
  const other = longSession('two')
  const project = { ...other.project, remote_url: stayingIn } as typeof other.project
  const [going = '', staying = ''] = await world.send(longSession('one'), { ...other, project })
  const scope = grantSystemScope(world.teamId)
  const sql = sqlOn(engine)
  const rest = () =>
    sql(
      `update teamlore.sessions set updated_at = now() - interval '30 days' where team_id = '${world.teamId}' returning 1`,
    )
  for (const sessionId of [going, staying])
    await makeDistilSession(world)(scope, { sessionId: sessionId as SessionId })
  await rest()
  const projects = await world.rowsOf<{ id: ProjectId }>('projects', 'id')
  for (const { id } of projects)
    await makeCurateProject(world)(scope, { projectId: id, idleSeconds: 0 })
  await rest()
  return {
    world,
    teamId: world.teamId,
    going: going as SessionId,
    staying: staying as SessionId,
  }
}

/** All that a session has, of each table that names one. */
export const countsOf = async (sql: Sql, id: SessionId): Promise<Record<string, number>> => {
  const tables = await sql<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'teamlore' and column_name = 'session_id' and table_name not like 'team_%' order by 1`,
  )
  const counts = await sql<{ name: string; n: number }>(
    [
      ...tables.map(
        ({ name }) =>
          `select '${name}' as name, count(*)::int as n from teamlore.${name} where session_id = '${id}'`,
      ),
      `select 'sessions', count(*)::int from teamlore.sessions where id = '${id}'`,
    ].join(' union all '),
  )
  return Object.fromEntries(counts.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]))
}
