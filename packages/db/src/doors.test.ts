import { newId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from './engine/engine.types.ts'
import { rows, sqlstate } from './engine/rows.ts'
import { inTeam } from './testing/in-team.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'
import { type SeededTeam, seedEveryTable } from './testing/seed-every-table.ts'

/**
 * The ways round row-level security: views of the tables' owner, functions that run as the owner, and tables that know no team.
 * Each one is named here with what it shows a stranger. A new one fails until it is.
 */
let database: TestDatabase
let engine: Engine
/** Wrote everything, and has it private; or in a project that is restricted to her. */
let ann: SeededTeam
let ines: SeededTeam
let bob: SeededTeam
let mia: SeededTeam
let eve: SeededTeam

const memberOf = async ({ teamId }: SeededTeam): Promise<SeededTeam> => {
  const userId = newId.user()
  await engine.db.execute(sql`insert into teamlore.users (id, name) values (${userId}, 'Bob')`)
  await engine.db.execute(
    sql`insert into teamlore.memberships (team_id, user_id, role) values (${teamId}, ${userId}, 'member')`,
  )
  return { teamId, userId }
}

beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
  ann = await seedEveryTable(engine, { isPrivate: true })
  ines = await seedEveryTable(engine, { isRestricted: true })
  bob = await memberOf(ann)
  mia = await memberOf(ines)
  eve = await seedEveryTable(engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const askedBy = (who: SeededTeam, question: SQL): Promise<Record<string, unknown>[]> =>
  engine.transaction(async (tx) => {
    await inTeam(tx, who)
    return rows(tx, question)
  })

/** Views, by the one who may see their rows and strangers who may not. */
const VIEWS = [
  ...['team_documents', 'team_document_vectors', 'team_lexeme_stats'],
  ...['team_capture_counts', 'team_capture_memory_files'],
  // Of what is lost or waits; the seeds leave nothing like it.
  ...['team_capture_lost', 'team_capture_not_indexed', 'team_capture_to_embed'],
  'team_capture_forgotten',
]

describe('every view that requests may read', () => {
  test('is named here', async () => {
    const found = await rows<{ name: string }>(
      engine.db,
      sql`select c.relname as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'teamlore'
        where c.relkind in ('v', 'm') and has_table_privilege('teamlore_app', c.oid, 'SELECT') order by 1`,
    )
    expect(found.map(({ name }) => name)).toEqual(VIEWS.toSorted())
  })

  test.each(VIEWS)('%s shows a row of theirs to nobody else', async (name) => {
    const seenBy = async (who: SeededTeam) =>
      (await askedBy(who, sql`select 1 from teamlore.${sql.identifier(name)}`)).length
    const own = await seenBy(ann)
    if (!/lost|not_indexed/.test(name)) expect(own).toBe(1)
    expect([name, await seenBy(bob)]).toEqual([name, 0])
    // Words of the seeded team are counted for all of it; by project they are in the tests of the statistics.
    if (name !== 'team_lexeme_stats') expect([name, await seenBy(mia)]).toEqual([name, 0])
    expect(await seenBy(eve)).toBe(own)
    await askedBy(eve, sql`select 1 from teamlore.${sql.identifier(name)}`)
  })
})

const ofTeam = (who: SeededTeam, table: string): SQL =>
  sql`(select id from teamlore.${sql.identifier(table)} where team_id = ${who.teamId} limit 1)`

const idOf = async (who: SeededTeam, table: string): Promise<string> =>
  (await rows<{ id: string }>(engine.db, sql`select id from ${ofTeam(who, table)} as x(id)`))[0]
    ?.id ?? ''

/** What functions of the owner return: `of` asks about what the first has, and `nothing` is what others get. */
const FUNCTIONS: Record<
  string,
  {
    ask: (ids: { project: string; projectName: string; session: string; memory: string }) => SQL
    nothing: unknown[]
  }
> = {
  // Of the asker's own team alone, and to whom everything is closed it names what is.
  closed_projects: {
    ask: ({ project }) => sql`select 1 as value where ${project} = any(teamlore.closed_projects())`,
    nothing: [],
  },
  manages_team: { ask: () => sql`select 1 as value where teamlore.manages_team()`, nothing: [] },
  overseen_machines: {
    ask: () => sql`select unnest(teamlore.overseen_machines()) as value`,
    nothing: [],
  },
  project_by_identity: {
    ask: () => sql`select id as value from teamlore.project_by_identity('git:nowhere')`,
    nothing: [],
  },
  is_called_like: {
    ask: ({ project, projectName }) =>
      sql`select 1 as value where teamlore.is_called_like(${project}, ${projectName})`,
    nothing: [],
  },
  projects_by_root: {
    ask: () => sql`select id as value from teamlore.projects_by_root('nowhere')`,
    nothing: [],
  },
  project_in_folder: {
    ask: () => sql`select id as value from teamlore.project_in_folder('/x')`,
    nothing: [],
  },
  listeners_of: {
    ask: ({ session }) =>
      sql`select 1 as value where teamlore.listeners_of(${session}) is not null`,
    nothing: [],
  },
  add_project_folder: {
    ask: ({ project }) =>
      sql`select 1 as value from (select teamlore.add_project_folder(${project}, 'prj_new', 'folder:x', 'x')) x
        where exists (select from teamlore.projects where id = 'prj_new')`,
    nothing: [],
  },
  // For background work alone; to everybody else it answers nothing.
  cited_of_sessions: {
    ask: ({ session }) =>
      sql`select session_id as value from teamlore.cited_of_sessions(array[${session}])`,
    nothing: [],
  },
  rests_on_narrower: {
    ask: ({ memory }) =>
      sql`select 1 as value where teamlore.rests_on_narrower(${memory}, 'prj_x')`,
    nothing: [],
  },
}

/** What a folder of it would be called. */
const folderNameOf = async (project: string): Promise<string> => {
  const [found] = await rows<{ name: string }>(
    engine.db,
    sql`select regexp_replace(name, '^.*/', '') as name from teamlore.projects where id = ${project}`,
  )
  if (found === undefined) throw new Error('There is no such project.')
  return found.name
}

describe('every function that runs as the owner of the tables', () => {
  test('is named here, if requests may call it', async () => {
    const found = await rows<{ name: string }>(
      engine.db,
      sql`select p.proname as name from pg_proc p
        join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('teamlore', 'teamlore_book')
        where p.prosecdef and has_function_privilege('teamlore_app', p.oid, 'EXECUTE') order by 1`,
    )
    expect(found.map(({ name }) => name)).toEqual(Object.keys(FUNCTIONS).toSorted())
  })

  test.each(Object.entries(FUNCTIONS))('%s shows another team nothing of ours', async (_, one) => {
    for (const owner of [ann, ines]) {
      const project = await idOf(owner, 'projects')
      const ids = {
        project,
        projectName: await folderNameOf(project),
        session: await idOf(owner, 'sessions'),
        memory: await idOf(owner, 'memories'),
      }
      const own = new Set([ids.project, ids.session, ids.memory])
      const found = await askedBy({ ...eve, userId: newId.user() }, one.ask(ids))
      expect(found.filter((row) => own.has(String(row['value'])) || row['value'] === 1)).toEqual(
        one.nothing,
      )
    }
  })

  test('one that is not named may not be called by a request', async () => {
    for (const name of ['keep_readers', 'end_given_ways', 'note_outside', 'forget_code'])
      await expect(
        askedBy(eve, sql`select teamlore.${sql.identifier(name)}()`).catch((error: unknown) => {
          throw new Error(sqlstate(error))
        }),
      ).rejects.toThrow(/42501|0A000/)
  })
})

/** They hold nothing that anybody said: names of teams and people, and what vectors are measured in. */
const WITHOUT_TEAM = ['embedding_spaces', 'teams', 'users']

test('a table that knows no team, and may be read, is named here', async () => {
  const found = await rows<{ name: string }>(
    engine.db,
    sql`select c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'teamlore'
      where c.relkind in ('r', 'p') and has_table_privilege('teamlore_app', c.oid, 'SELECT')
        and not exists (select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped) order by 1`,
  )
  expect(found.map(({ name }) => name)).toEqual(WITHOUT_TEAM)
  expect(await askedBy(eve, sql`select id from teamlore.teams`)).toEqual([{ id: eve.teamId }])
})
