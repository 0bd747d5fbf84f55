import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { type IngestProject, projectPageSchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeListProjects } from './list-projects.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const ROOT = 'a'.repeat(40)
const REMOTE = 'https://github.com/acme/parser'

/** Sends one session per project, each from a machine of that name, and tells the projects that came of it. */
const projectsAfter = async (...sent: [machine: string, project: Partial<IngestProject>][]) => {
  const { ingest, scope, team, rowsOf } = await createIngestWorld(engine)
  for (const [index, [machine, project]] of sent.entries()) {
    const request = buildRequest(
      buildSession({
        native_id: `s${index}`,
        project: { remote_url: null, root_commit: null, root_path: '/work/parser', ...project },
      }),
    )
    request.machine.fingerprint = machine.repeat(32).slice(0, 32)
    await ingest(scope, request)
  }
  const listProjects = makeListProjects({ unitOfWork: team.unitOfWork })
  const { items } = projectPageSchema.parse(await listProjects(scope, { limit: 50 }))
  return { items, paths: await rowsOf('project_paths', 'root_path') }
}

describe('sessions of one repository', () => {
  test('are one project over clones, worktrees and machines', async () => {
    const { items, paths } = await projectsAfter(
      ['a', { remote_url: REMOTE }],
      ['a', { remote_url: 'git@github.com:acme/parser.git', root_path: '/work/parser-worktree' }],
      ['b', { remote_url: `${REMOTE}.git`, root_commit: ROOT, root_path: '/elsewhere' }],
    )
    expect(items).toMatchObject([
      { name: 'acme/parser', remote_url: REMOTE, sessions: 3, default_visibility: 'team' },
    ])
    expect(paths).toHaveLength(3)
  })

  test('stay one project when its remote becomes known', async () => {
    for (const first of [{ root_commit: ROOT }, {}]) {
      const { items } = await projectsAfter(
        ['a', first],
        ['a', { root_commit: ROOT, remote_url: REMOTE }],
        ['a', { root_commit: ROOT }],
      )
      expect(items).toMatchObject([{ name: 'acme/parser', remote_url: REMOTE, sessions: 3 }])
    }
  })

  test('without a remote are the project that began with the same commit, unless there are forks', async () => {
    const alone = await projectsAfter(
      ['a', { root_commit: ROOT, remote_url: REMOTE }],
      ['b', { root_commit: ROOT, root_path: '/copy' }],
    )
    expect(alone.items).toHaveLength(1)
    const forked = await projectsAfter(
      ['a', { root_commit: ROOT, remote_url: REMOTE }],
      ['b', { root_commit: ROOT, remote_url: 'https://github.com/bob/parser' }],
      ['c', { root_commit: ROOT, root_path: '/copy' }],
    )
    expect(forked.items.map(({ name }) => name)).toEqual(['copy', 'bob/parser', 'acme/parser'])
  })

  test('outside of any repository are a project per machine and folder', async () => {
    const { items } = await projectsAfter(
      ['a', {}],
      ['a', {}],
      ['b', {}],
      ['b', { root_path: '/work/other' }],
    )
    expect(items.map(({ name, sessions }) => [name, sessions])).toEqual([
      ['other', 1],
      ['parser', 1],
      ['parser', 2],
    ])
  })

  test('may lie in a folder with the longest of names', async () => {
    const root_path = `/${'é'.repeat(2_000)}/${'x'.repeat(2_000)}`
    const { items } = await projectsAfter(['a', { root_path }], ['a', { root_path }])
    expect(items).toMatchObject([{ sessions: 2 }])
  })
})
