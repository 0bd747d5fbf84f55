import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { GitHubStandIn } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
})
afterEach(() => github[Symbol.asyncDispose]())
afterAll(() => database[Symbol.asyncDispose]())

const RETRIES = 'Exports are retried five times.'

describe('the section of a project is proposed by one pull request', () => {
  test('which holds what people reviewed, beside what was written by hand, and says what it changes', async () => {
    world.edit({ 'AGENTS.md': '# Harbour\n\nBe kind.\n', 'src/a.ts': 'a' })
    await world.remember(RETRIES)
    await world.switchOn()
    await world.propose()
    expect(world.proposals()).toMatchObject([
      { state: 'open', title: 'Bring AGENTS.md up to date' },
    ])
    expect(world.proposals()[0]?.body).toContain(RETRIES)
    expect(world.fileOn(BRANCH)).toMatch(/^# Harbour\n\nBe kind\.\n\n<!-- teamlore:begin/)
    expect(world.fileOn(BRANCH)).toContain(RETRIES)
    expect(world.fileOn(BRANCH, 'src/a.ts')).toBe('a')
    expect(world.fileOn('main')).toBe('# Harbour\n\nBe kind.\n')
    expect(await world.status()).toMatchObject({ is_on: true, state: 'open', note: null })
  })

  test('is made for AGENTS.md where the repository has none, and for CLAUDE.md where an admin says so', async () => {
    await world.remember(RETRIES)
    await world.switchOn('CLAUDE.md')
    await world.propose()
    expect(world.fileOn(BRANCH, 'CLAUDE.md')).toContain(RETRIES)
    expect(world.fileOn(BRANCH)).toBeUndefined()
    expect(world.proposals()[0]?.title).toBe('Add CLAUDE.md with what the team knows')
  })

  test('and by none where nothing is to be said, or it is off', async () => {
    await world.propose()
    await world.switchOn()
    await world.propose()
    expect(world.proposals()).toEqual([])
    expect(world.git.branches[BRANCH]).toBeUndefined()
    await world.remember(RETRIES)
    await world.switchOff()
    await world.proposeLater()
    expect(world.proposals()).toEqual([])
    expect(await world.status()).toMatchObject({ is_on: false })
  })

  test('which is changed when memories change, at most once an hour, and closed when nothing is left', async () => {
    const memory = await world.remember(RETRIES)
    await world.switchOn()
    await world.propose()
    await world.remember('Berths are given by size.')
    await world.propose()
    expect(world.fileOn(BRANCH)).not.toContain('Berths')
    await world.proposeLater()
    expect(world.fileOn(BRANCH)).toContain('Berths')
    expect(world.proposals()).toMatchObject([{ state: 'open' }])
    expect(world.proposals()[0]?.body).toContain('Berths')
    expect(world.posts()).toBe(1)
    await world.stored(
      `update teamlore.memories set status = 'archived' where team_id = '${world.admin.teamId}' returning id`,
    )
    await world.proposeLater()
    expect(memory).toBeDefined()
    expect(world.proposals()).toMatchObject([{ state: 'closed', merged: false }])
    expect(world.git.branches[BRANCH]).toBeUndefined()
    expect(await world.status()).toMatchObject({ state: 'closed', note: null })
  })

  test('which is not touched where nothing changed', async () => {
    await world.remember(RETRIES)
    await world.switchOn()
    await world.propose()
    const head = world.git.branches[BRANCH]
    github.state.asked.length = 0
    await world.proposeLater()
    expect(world.git.branches[BRANCH]).toBe(head)
    expect(
      github.state.asked.filter(({ method, path }) => method !== 'GET' && !path.includes('tokens')),
    ).toEqual([])
  })

  test('which keeps up with the default branch without a conflict', async () => {
    world.edit({ 'AGENTS.md': '# Harbour\n' })
    await world.remember(RETRIES)
    await world.switchOn()
    await world.propose()
    world.edit({ 'AGENTS.md': '# Harbour\n\nBe kind.\n', 'b.ts': 'b' })
    await world.proposeLater()
    expect(world.fileOn(BRANCH)).toMatch(/^# Harbour\n\nBe kind\.\n\n<!--/)
    expect(world.fileOn(BRANCH, 'b.ts')).toBe('b')
    expect(world.proposals()).toHaveLength(1)
  })
})

describe('what people decide holds', () => {
  test('one that a person closed is not made again before the section says something else', async () => {
    await world.remember(RETRIES)
    await world.switchOn()
    await world.propose()
    const [first] = world.proposals()
    if (first) first.state = 'closed'
    await world.proposeLater()
    world.edit({ 'AGENTS.md': '# Written meanwhile\n' })
    await world.proposeLater()
    expect(world.proposals()).toHaveLength(1)
    expect(await world.status()).toMatchObject({ state: 'closed' })
    await world.remember('Berths are given by size.')
    await world.proposeLater()
    expect(world.proposals().map(({ state }) => state)).toEqual(['closed', 'open'])
  })

  test('commits of a person on the branch are left as they are, and the page says so', async () => {
    await world.remember(RETRIES)
    await world.switchOn()
    await world.propose()
    const head = world.edit({ 'AGENTS.md': 'Mine\n' }, BRANCH)
    await world.remember('Berths are given by size.')
    await world.proposeLater()
    expect(world.git.branches[BRANCH]).toBe(head)
    expect(world.proposals()).toMatchObject([{ state: 'open' }])
    expect((await world.status()).note).toMatch(/Somebody pushed to the branch/)
    await world.stored(
      `update teamlore.memories set status = 'archived' where team_id = '${world.admin.teamId}' returning id`,
    )
    await world.proposeLater()
    expect(world.git.branches[BRANCH]).toBe(head)
    expect(world.proposals()).toMatchObject([{ state: 'open' }])
  })

  test('also where a person pushes between the look and the write', async () => {
    await world.remember(RETRIES)
    await world.switchOn()
    await world.propose()
    await world.remember('Berths are given by size.')
    let head = ''
    await world.proposeLater({
      commitFile: (...asked) => {
        head = world.edit({ 'AGENTS.md': 'Mine\n' }, BRANCH)
        return world.host.commitFile(...asked)
      },
    })
    expect(world.git.branches[BRANCH]).toBe(head)
    await world.proposeLater()
    expect((await world.status()).note).toMatch(/Somebody pushed/)
  })

  test('edits by hand on the default branch survive, and come back as drafts once, in the name of who made them', async () => {
    await world.stored(`insert into teamlore.identities (provider, issuer, subject, user_id, created_at, last_used_at)
        values ('github', '${github.webUrl}', '777', '${world.scope.userId}', now(), now()) returning 1`)
    await world.remember(RETRIES)
    await world.switchOn()
    await world.propose()
    world.merge()
    await world.proposeLater()
    expect(await world.status()).toMatchObject({ state: 'merged' })
    const drafts = async () => (await world.memories()).filter(({ status }) => status === 'draft')
    expect(await drafts()).toEqual([])
    const edited = (world.fileOn('main') ?? '')
      .replace('five times', 'seven times')
      .replace('<!-- teamlore:end -->', '- Berths are given by size.\n<!-- teamlore:end -->')
    world.edit({ 'AGENTS.md': edited }, 'main', { id: 777, login: 'ann', type: 'User' })
    await world.proposeLater()
    await world.proposeLater()
    const found = await drafts()
    expect(found.map(({ statement }) => statement).sort()).toEqual([
      'Berths are given by size.',
      'Exports are retried seven times.',
    ])
    expect(new Set(found.map(({ origin }) => origin))).toEqual(new Set(['human']))
    const stored = await world.stored<{ author_id: string | null }>(
      `select author_id from teamlore.memories where status = 'draft' and team_id = '${world.admin.teamId}'`,
    )
    expect(stored.map((row) => row.author_id)).toEqual([world.scope.userId, world.scope.userId])
    // Nothing is to be proposed: what was edited stays until somebody decides.
    expect(world.proposals().filter(({ state }) => state === 'open')).toEqual([])
  })

  test('edits of somebody whom nobody knows are drafts of nobody', async () => {
    await world.remember(RETRIES)
    await world.switchOn()
    await world.propose()
    world.merge()
    world.edit(
      { 'AGENTS.md': (world.fileOn('main') ?? '').replace('five times', 'seven times') },
      'main',
      { id: 888, login: 'eve', type: 'User' },
    )
    await world.proposeLater()
    const stored = await world.stored<Record<string, unknown>>(
      `select author_id, origin, status from teamlore.memories where statement like '%seven%' and team_id = '${world.admin.teamId}'`,
    )
    expect(stored).toEqual([{ author_id: null, origin: 'human', status: 'draft' }])
  })

  test('a section that lost most of its entries proposes nothing and says so', async () => {
    for (let n = 0; n < 12; n += 1) await world.remember(`Berth ${n} is for ships of class ${n}.`)
    await world.switchOn()
    await world.propose()
    world.merge()
    await world.proposeLater()
    world.edit({
      'AGENTS.md': (world.fileOn('main') ?? '')
        .split('\n')
        .filter((line) => !line.includes('class'))
        .join('\n'),
    })
    await world.proposeLater()
    expect((await world.status()).note).toMatch(/lost 12 of its 12 entries/)
    const waits = await world.stored(
      `select 1 from teamlore.memories where removal_since is not null and team_id = '${world.admin.teamId}'`,
    )
    expect(waits).toEqual([])
  })
})
