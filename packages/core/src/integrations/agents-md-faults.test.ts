import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { GitHubStandIn } from '@teamlore/hosts/testing'
import { HostError } from '@teamlore/shared/code-hosts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSetProject } from '../projects/manage-projects.ts'
import { startGitHub } from './testing/hosted-world.ts'
import { BRANCH, createProposingWorld, type ProposingWorld } from './testing/proposing-world.ts'

let database: TestDatabase
let github: GitHubStandIn
let world: ProposingWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  github = await startGitHub()
  world = await createProposingWorld(database, github)
  await world.remember('Exports are retried five times.')
})
afterEach(() => github[Symbol.asyncDispose]())
afterAll(() => database[Symbol.asyncDispose]())

const killed = () => Promise.reject(new Error('killed'))
const oneThatSays = async (text: string) => {
  expect(world.proposals()).toMatchObject([{ state: 'open' }])
  expect(world.fileOn(BRANCH)).toContain(text)
  expect(await world.status()).toMatchObject({
    state: 'open',
    number: world.proposals()[0]?.number,
    note: null,
  })
}

describe('whatever goes wrong, there are never two pull requests and nothing is lost', () => {
  test('where the job runs twice at once, and again', async () => {
    await world.switchOn()
    await Promise.all([world.propose(), world.propose()])
    await world.propose()
    await world.proposeLater()
    await oneThatSays('retried')
    expect(world.posts()).toBe(1)
  })

  test('where it is killed between the branch and the pull request', async () => {
    await world.switchOn()
    await expect(world.propose({ propose: killed })).rejects.toThrow('killed')
    const head = world.git.branches[BRANCH]
    expect(head).toBeDefined()
    world.later(20_000)
    await world.propose()
    await oneThatSays('retried')
    expect(world.git.branches[BRANCH]).toBe(head)
  })

  test('where it is killed after the branch was made, before that was written down', async () => {
    await world.switchOn()
    const commitFile: typeof world.host.commitFile = async (...asked) => {
      await world.host.commitFile(...asked)
      throw new Error('killed')
    }
    await expect(world.propose({ commitFile })).rejects.toThrow('killed')
    const head = world.git.branches[BRANCH]
    world.later(20_000)
    await world.propose()
    await oneThatSays('retried')
    expect(world.git.branches[BRANCH]).toBe(head)
  })

  test('where the pull request was made and its answer is lost', async () => {
    await world.switchOn()
    github.fail({ method: 'POST', path: /\/pulls$/, status: 0, isDone: true })
    await world.propose()
    expect((await world.status()).note).not.toBeNull()
    await world.proposeLater()
    await oneThatSays('retried')
    expect(world.posts()).toBe(1)
  })

  test('where what is closed is closed and its answer is lost: it comes back when there is something to say', async () => {
    await world.switchOn()
    await world.propose()
    await world.stored(
      `update teamlore.memories set status = 'archived' where team_id = '${world.admin.teamId}' returning id`,
    )
    github.fail({ method: 'PATCH', path: /\/pulls\/\d+$/, status: 0, isDone: true })
    await world.proposeLater()
    await world.proposeLater()
    expect(world.proposals()).toMatchObject([{ state: 'closed' }])
    await world.stored(
      `update teamlore.memories set status = 'active' where team_id = '${world.admin.teamId}' returning id`,
    )
    await world.proposeLater()
    expect(world.proposals().map(({ state }) => state)).toEqual(['closed', 'open'])
  })

  test.each([
    ['the token was taken back', () => github.tokens.endAll()],
    [
      'it is asked too often',
      () =>
        github.fail({
          method: 'POST',
          path: /\/git\/commits$/,
          status: 429,
          headers: { 'retry-after': '60' },
        }),
    ],
    ['it fails', () => github.fail({ method: 'POST', path: /\/git\/refs$/, status: 502 })],
    [
      'its answer of the branch is lost',
      () => github.fail({ method: 'POST', path: /\/git\/refs$/, status: 0, isDone: true }),
    ],
    ['it cannot be read', () => github.fail({ method: 'GET', path: /\/git\/trees/, status: 500 })],
  ])('where %s', async (_, fault) => {
    await world.switchOn()
    await world.host.repositories({
      apiUrl: github.apiUrl,
      appId: String(github.state.app.id),
      privateKey: github.state.app.privateKey,
    })
    fault()
    await world.propose()
    world.later(6 * 60_000)
    await world.propose()
    await world.proposeLater()
    await oneThatSays('retried')
    expect(world.posts()).toBe(1)
  })

  test('it says when a host that asks to wait is asked again', async () => {
    await world.switchOn()
    await world.propose({
      topFiles: () =>
        Promise.reject(
          new HostError('limited', 'Later.', { retryAt: new Date(4_000_000_000_000) }),
        ),
    })
    const [row] = await world.stored<{ next_at: Date | string }>(
      `select next_at from teamlore.agents_md_pull_requests where team_id = '${world.admin.teamId}'`,
    )
    expect(new Date(row?.next_at ?? 0).getTime()).toBe(4_000_000_000_000)
  })
})

describe('what the app may do', () => {
  test('is asked before it is switched on, and what is missing is named', async () => {
    github.state.app.permissions = { metadata: 'read', contents: 'read', pull_requests: 'write' }
    await expect(world.switchOn()).rejects.toMatchObject({
      code: 'agents_md.permission_missing',
      message: expect.stringContaining('contents: write'),
    })
    expect(await world.status()).toMatchObject({ is_on: false, repository: 'acme/harbour' })
  })

  test('may be taken back later: the page names what is missing', async () => {
    await world.switchOn()
    github.state.app.permissions = { metadata: 'read', contents: 'write', pull_requests: 'read' }
    await world.propose()
    expect((await world.status()).note).toMatch(/lacks pull_requests: write/)
    expect(world.proposals()).toEqual([])
    github.state.app.permissions = { contents: 'write', pull_requests: 'write' }
    await world.proposeLater()
    await oneThatSays('retried')
  })

  test('a project without a repository that an app knows is refused', async () => {
    await expect(world.switchOnFor(world.merger)).rejects.toMatchObject({
      code: 'agents_md.not_hosted',
    })
  })
})

describe('nobody reads more than they may', () => {
  test('nothing private, unreviewed, or of another project is written', async () => {
    await world.remember('The merger is called Quetzal.', { project: world.merger })
    await world.remember('A draft is called Ibis.', { draft: true })
    await world.switchOn()
    await world.propose()
    const all = JSON.stringify([world.proposals(), world.git.commits, github.state.asked])
    expect(all).toContain('retried five times')
    for (const word of ['Quetzal', 'Ibis']) expect(all).not.toContain(word)
  })

  test('of a restricted project only its own private repository gets something', async () => {
    await makeSetProject(world)(world.admin, { id: world.project, is_restricted: true })
    await world.switchOn()
    await world.propose()
    await oneThatSays('retried')
    world.repository.isPrivate = false
    await world.stored(
      `update teamlore.memories set statement = 'Berths are given by size.' where team_id = '${world.admin.teamId}' returning id`,
    )
    await world.proposeLater()
    expect(world.fileOn(BRANCH)).not.toContain('Berths')
    expect((await world.status()).note).toMatch(/not private/)
    await world.read()
    await expect(world.switchOn()).rejects.toMatchObject({ code: 'agents_md.too_open' })
  })

  test('a file that is a link is neither read nor written', async () => {
    world.edit({ 'AGENTS.md': { text: 'docs/x.md', mode: '120000' } })
    await world.switchOn()
    await world.propose()
    expect((await world.status()).note).toMatch(/is a link/)
    expect(world.git.branches[BRANCH]).toBeUndefined()
  })

  test('a push to the default branch has it looked at, once for each delivery', async () => {
    await world.switchOn()
    await world.propose()
    const { id, name, url, isPrivate, installation } = world.repository
    const push = (ref: string, delivery: string) =>
      world.hear(
        github.hook(
          'push',
          {
            ref,
            installation: { id: installation },
            repository: {
              id,
              full_name: name,
              html_url: url,
              private: isPrivate,
              default_branch: 'main',
            },
          },
          { delivery },
        ),
      )
    const asked = () =>
      world.stored(
        `select 1 from teamlore.outbox where type = 'agents_md.asked' and team_id = '${world.admin.teamId}'`,
      )
    const before = (await asked()).length
    expect(await push('refs/heads/main', 'one')).toEqual({ state: 'taken' })
    expect(await push('refs/heads/main', 'one')).toEqual({ state: 'known' })
    expect(await push('refs/heads/other', 'two')).toEqual({ state: 'ignored' })
    expect((await asked()).length - before).toBe(1)
  })

  test('closing its own pull request draws no conclusion about the work of the team', async () => {
    await world.switchOn()
    await world.propose()
    const [own] = world.proposals()
    if (own) own.state = 'closed'
    await world.push(undefined, { action: 'closed', number: own?.number ?? 0 })
    await world.answer()
    expect(
      await world.stored(
        `select 1 from teamlore.pull_requests where outcome is not null and team_id = '${world.admin.teamId}'`,
      ),
    ).toEqual([])
  })
})
