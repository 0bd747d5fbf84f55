import { newId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import { decoded, number } from '../sql/decode.ts'
import { inTeam } from '../testing/in-team.ts'
import {
  createOwnTestDatabase,
  createTestTeam,
  type TestDatabase,
  type TestMember,
} from '../testing/index.ts'
import { createKnownPaths } from './known-paths.ts'

let database: TestDatabase
let engine: Engine
let member: TestMember
beforeAll(async () => {
  database = await createOwnTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const addTeam = async () => {
  const team = await createTestTeam(engine)
  member = await team.addMember('member')
}

const addProject = async () => {
  const id = newId.project()
  await engine.db.execute(sql`insert into teamlore.projects (id, team_id, identity, name)
    values (${id}, ${member.teamId}, ${id}, 'p')`)
  return id
}

/** A commit that touched the first of these paths this often, and each of the others once. */
const addCommit = async (projectId: string, often: number, [first = '', ...others]: string[]) => {
  const id = newId.commit()
  await engine.db.execute(sql`insert into teamlore.commits
      (id, team_id, project_id, sha, parents, tree, author_name, authored_at, committed_at, subject, trailers, mentions,
       noted_sessions, file_count, added_lines, removed_lines, seen_on)
    values (${id}, ${member.teamId}, ${projectId}, ${id}, '{}', 't', 'Ann', now(), now(), 's', '[]', '[]', '[]', 1, 1, 1, 'm')`)
  await engine.db.execute(sql`insert into teamlore.commit_files
      (team_id, commit_id, position, project_id, path, status, is_binary, added_lines, removed_lines, added, removed, authored_at)
    select ${member.teamId}, ${id}, n, ${projectId},
      coalesce((${JSON.stringify(others)}::text::jsonb)->>(n - ${often}::int), ${first}), 'modified', false, 1, 1, '{}', '{}', now()
    from generate_series(0, ${often}::int + ${others.length}::int - 1) n`)
}

const addCode = (projectId: string, paths: string[]) =>
  engine.db.execute(sql`insert into teamlore.code_files
      (team_id, project_id, path, language, hash, lines, unresolved, symbols, build, updated_at)
    select ${member.teamId}, ${projectId}, path, 'typescript', 'h', 1, 0, '[]', 'b', now()
    from jsonb_array_elements_text(${JSON.stringify(paths)}::text::jsonb) path`)

type Bounds = Parameters<typeof createKnownPaths>[2]

/** What is known, and how many rows of commits were read for it. */
const known = (projects?: string[], bounds?: Bounds) =>
  engine.transaction(async (tx) => {
    await inTeam(tx, member)
    const read = async () => {
      const [found] = await decoded(
        tx,
        { n: number },
        sql`select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n
          from pg_stat_xact_user_tables where schemaname = 'teamlore' and relname = 'commit_files'`,
      )
      return found?.n ?? 0
    }
    const before = await read()
    const { paths, isAll } = await createKnownPaths(tx, member.teamId, bounds).paths(projects)
    return { paths: paths.sort(), isAll, rowsOfCommits: (await read()) - before }
  })

test('a path that many commits touched takes the place of no other', async () => {
  await addTeam()
  const project = await addProject()
  await addCommit(project, 50, ['src/tide.ts', 'far/tide.ts'])
  expect(await known([project], { paths: 20, rows: 100, projects: 9 })).toMatchObject({
    paths: ['far/tide.ts', 'src/tide.ts'],
    isAll: true,
  })
})

test('not all are known where more rows or more paths are there than are read', async () => {
  await addTeam()
  const [project, other] = [await addProject(), await addProject()]
  await addCommit(project, 6, ['a.ts', 'b.ts', 'c.ts'])
  await addCode(other, ['d.ts'])
  const asked = [project, other]
  expect(await known(asked, { paths: 4, rows: 9, projects: 9 })).toMatchObject({ isAll: true })
  for (const less of [{ paths: 3 }, { rows: 8 }, { projects: 1 }]) {
    const { paths, isAll } = await known(asked, { paths: 4, rows: 9, projects: 9, ...less })
    expect([paths.length, isAll], JSON.stringify(less)).toEqual([less.paths ?? 4, false])
  }
})

test('of a project whose code is known no commit is read', async () => {
  await addTeam()
  const [project, bare] = [await addProject(), await addProject()]
  await addCode(project, ['src/tide.ts'])
  await addCommit(project, 300, ['gone.ts'])
  const named = await known([project])
  expect(named).toEqual({ paths: ['src/tide.ts'], isAll: true, rowsOfCommits: 0 })
  expect(await known()).toMatchObject({ paths: ['src/tide.ts'], rowsOfCommits: 0 })
  await addCommit(bare, 3, ['bare.ts'])
  expect(await known()).toMatchObject({ paths: ['bare.ts', 'src/tide.ts'], isAll: true })
})
