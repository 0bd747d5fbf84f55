import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { makeRemember } from '../memories/remember.ts'
import { buildCommits } from '../testing/commit-builders.ts'
import { buildRequest } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeListProjects } from './list-projects.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const REMOTE = 'https://github.com/acme/pier.git'

/** A machine that sent its repository and nothing of it, and a member who has it nowhere. */
const setUp = async (project: { remote_url: string | null; root_commit: string | null }) => {
  const world = await createIngestWorld(database.engine)
  const { unitOfWork } = world.team
  const commit = makeIngestCommits({ unitOfWork })
  const request = (root_path: string, machine = buildRequest().machine) => ({
    ...buildCommits(),
    machine,
    project: { ...project, root_path },
  })
  await commit(world.scope, request('/home/zoe/pier'))
  const bo = grantTeamScope(
    { ...(await world.team.addMember('member')), actor: { kind: 'user', via: 'api_key' } },
    'member',
  )
  const listed = async (scope = world.scope) =>
    (await makeListProjects({ unitOfWork })(scope, { limit: 50 })).items
  const remember = (named: string, scope = world.scope) =>
    makeRemember({ unitOfWork })(scope, {
      ...rememberRequestSchema.parse({ statement: 'The pier is closed on Sundays.' }),
      project: named,
    })
  return { ...world, bo, commit, request, listed, remember }
}

describe('a repository of which nothing is there but that a machine has it', () => {
  test.each([
    ['with a remote', { remote_url: REMOTE, root_commit: null }],
    ['without a commit', { remote_url: null, root_commit: null }],
    ['without a remote', { remote_url: null, root_commit: 'a'.repeat(40) }],
  ])('%s takes a first memory, and then everybody knows it', async (_, project) => {
    const { bo, listed, remember } = await setUp(project)
    const [mine] = await listed()
    expect(mine).toMatchObject({ root_path: '/home/zoe/pier', sessions: 0 })
    expect(await listed(bo)).toEqual([])
    const named = project.remote_url ?? mine?.id ?? ''
    await expect(remember(named, bo)).rejects.toMatchObject({ code: 'memory.project_unknown' })
    expect(await remember(named)).toMatchObject({ project: { id: mine?.id } })
    expect(await listed(bo)).toMatchObject([{ id: mine?.id }])
  })

  test('is listed with the folder in which the asker has it', async () => {
    const { bo, commit, request, listed } = await setUp({ remote_url: REMOTE, root_commit: null })
    const machine = { ...buildRequest().machine, id: 'mac_of_bo_0123456789', hostname: 'of-bo' }
    await commit(bo, request('/home/bo/pier', machine))
    expect(await listed(bo)).toMatchObject([{ root_path: '/home/bo/pier' }])
    expect(await listed()).toMatchObject([{ root_path: '/home/zoe/pier' }])
  })
})
