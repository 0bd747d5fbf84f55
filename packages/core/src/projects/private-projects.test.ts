import { readAsOwner } from '@teamlore/db/testing'
import { completionQuerySchema, contextQuerySchema, searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGetContext } from '../context/get-context.ts'
import { makeGetStats } from '../identity/teams/get-stats.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { makeCompleteQuery } from '../search/complete/complete-query.ts'
import { CACHE, LOCKS } from '../search/testing/sample-sessions.ts'
import { type OwnSearchWorld, openSearchWorld } from '../search/testing/search-world.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { makeListProjects } from './list-projects.ts'

let world: OwnSearchWorld
let colleague: TeamScope

beforeAll(async () => {
  world = await openSearchWorld()
  const project = {
    remote_url: 'https://github.com/acme/merger.git',
    root_commit: null,
    root_path: '/home/ann/merger',
  }
  await world.send(LOCKS, CACHE, buildSession({ native_id: 'secret', project }))
  for (const table of ['sessions', 'documents'])
    await readAsOwner(
      world.engine,
      `update teamlore.${table} set private_to = '${world.member.userId}' where project_id in
        (select id from teamlore.projects where name = 'acme/merger')`,
    )
  colleague = await world.person('Bo')
})
afterAll(() => world[Symbol.asyncDispose]())

/** All places in which the name of a project could be shown or confirmed. */
const knowing = async (scope: TeamScope) => {
  const { unitOfWork, search } = world
  const named = 'project:merger'
  const projects = await makeListProjects({ unitOfWork })(scope, { limit: 50 })
  const completed = await makeCompleteQuery({ unitOfWork })(
    scope,
    completionQuerySchema.parse({ q: 'project:mer' }),
  )
  const brief = await makeGetContext({ unitOfWork })(
    scope,
    contextQuerySchema.parse({ project: 'merger' }),
  )
  const found = await search(scope, searchQuerySchema.parse({ q: named }))
  return {
    listed: projects.items.map(({ name }) => name),
    counted: (await makeGetStats({ unitOfWork })(scope)).projects,
    completed: completed.items.length,
    brief: brief.text.includes('No project of that name'),
    notes: found.notes,
  }
}

test('a project in which only somebody else works in private is one that nobody has heard of', async () => {
  expect(await knowing(colleague)).toEqual({
    listed: ['acme/server', 'acme/parser'],
    counted: 2,
    completed: 0,
    brief: true,
    notes: ['There is no project "merger".'],
  })
})

test('whoever works there knows it', async () => {
  expect(await knowing(world.scope)).toMatchObject({
    counted: 3,
    completed: 1,
    brief: false,
    notes: [],
  })
})

test('a memory file that a colleague may read makes a project known to them', async () => {
  const [row] = await readAsOwner<{ id: string; machine: string }>(
    world.engine,
    `select p.id, s.machine_id as machine from teamlore.projects p
      join teamlore.sessions s on s.project_id = p.id where p.name = 'acme/merger' and p.team_id = '${world.team.teamId}'`,
  )
  await readAsOwner(
    world.engine,
    `insert into teamlore.memory_files (id, team_id, project_id, path, text, content_hash, is_cut, seen_on,
        modified_at, first_seen_at, last_seen_at)
      values ('mfl_${'0'.repeat(26)}', '${world.team.teamId}', '${row?.id}', 'CLAUDE.md', 'Be brief.', 'h', false,
        '${row?.machine}', now(), now(), now())`,
  )
  expect((await knowing(colleague)).counted).toBe(3)
})
