import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { type IngestProject, projectPageSchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeGetProject } from './get-project.ts'
import { makeListProjects } from './list-projects.ts'
import { makeSetProject } from './manage-projects.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const ROOT = 'a'.repeat(40)
const REMOTE = 'https://github.com/acme/parser'

/** Sends one session per project, each from a machine of that name, and returns the projects that came of it. */
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

describe('worktrees of a project that keeps them apart', () => {
  /** Sends sessions of one repository, one after another, and returns which project each is of. */
  const openApart = async (remote_url: string | null = REMOTE) => {
    const { ingest, scope, team } = await createIngestWorld(engine)
    const principal = await team.addMember('admin')
    const admin = grantTeamScope({ ...principal, actor: { kind: 'user', via: 'api_key' } }, 'admin')
    let sent = 0
    const send = async (machine: string, root_path: string) => {
      const request = buildRequest(
        buildSession({
          native_id: `w${sent++}`,
          project: { remote_url, root_commit: ROOT, root_path },
        }),
      )
      request.machine.fingerprint = machine.repeat(32).slice(0, 32)
      await ingest(scope, request)
    }
    const projects = async () =>
      projectPageSchema.parse(await makeListProjects(team)(scope, { limit: 50 })).items
    const counts = async () =>
      Object.fromEntries((await projects()).map(({ name, sessions }) => [name, sessions]))
    const idOf = async (name: string) =>
      (await projects()).find((one) => one.name === name)?.id ?? ''
    return { team, admin, send, counts, idOf, set: makeSetProject(team) }
  }

  test('are projects of their own from their next session on, on whichever machine', async () => {
    const { admin, send, counts, idOf, set } = await openApart()
    await send('a', '/work/parser')
    await send('a', '/work/parser-v2')
    expect(await counts()).toEqual({ 'acme/parser': 2 })
    const id = await idOf('acme/parser')
    await set(admin, { id, keeps_worktrees_apart: true })
    await send('a', '/work/parser-v2')
    await send('b', '/home/bo/parser-v2')
    await send('a', '/work/parser')
    expect(await counts()).toEqual({ 'acme/parser': 3, 'acme/parser (parser-v2)': 2 })
    await set(admin, { id, keeps_worktrees_apart: false })
    await send('a', '/work/parser-v2')
    expect(await counts()).toEqual({ 'acme/parser': 4, 'acme/parser (parser-v2)': 2 })
  })

  test('are distinguished from a repository without a remote by the name that it came in under', async () => {
    const { admin, send, counts, idOf, set } = await openApart(null)
    await send('a', '/work/parser')
    await set(admin, { id: await idOf('parser'), keeps_worktrees_apart: true })
    await send('a', '/work/parser-v2')
    await send('a', '/work/parser')
    expect(await counts()).toEqual({ parser: 2, 'parser (parser-v2)': 1 })
  })

  test('are seen by whom their repository is seen by, and are set there alone', async () => {
    const { team, admin, send, idOf, set } = await openApart()
    await send('a', '/work/parser')
    const id = await idOf('acme/parser')
    await set(admin, { id, keeps_worktrees_apart: true })
    await send('a', '/work/parser-v2')
    const folder = await idOf('acme/parser (parser-v2)')
    await set(admin, { id, is_restricted: true })
    expect(await makeGetProject(team)(admin, { id: folder })).toMatchObject({
      is_restricted: true,
      follows: { id, name: 'acme/parser' },
    })
    await expect(set(admin, { id: folder, is_restricted: false })).rejects.toMatchObject({
      code: 'project.follows',
    })
  })

  test('share their code as their repository does, also those that are made later', async () => {
    const { team, admin, send, idOf, set } = await openApart()
    await send('a', '/work/parser')
    const id = await idOf('acme/parser')
    await set(admin, { id, keeps_worktrees_apart: true, shares_code: true })
    await send('a', '/work/parser-v2')
    const folder = await idOf('acme/parser (parser-v2)')
    expect(await makeGetProject(team)(admin, { id: folder })).toMatchObject({ shares_code: true })
  })
})
