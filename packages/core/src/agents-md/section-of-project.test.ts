import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeListAudit } from '../identity/teams/list-audit.ts'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { makeUpdateMemory } from '../memories/update-memory.ts'
import { makeSetProject } from '../projects/manage-projects.ts'
import { says } from '../search/testing/search-world.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { makeRemoveAgentsMdPolicy, makeSetAgentsMdPolicy } from './index.ts'
import { type AgentsMdWorld, createAgentsMdWorld, repository } from './testing/agents-md-world.ts'

let database: TestDatabase
let world: AgentsMdWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createAgentsMdWorld(database)
})
afterAll(() => database[Symbol.asyncDispose]())

describe('the section of a project', () => {
  test('has what a person approved or wrote, of the project and of the whole team', async () => {
    await world.remember('Exports are retried five times.', { reason: 'The bank drops calls.' })
    await world.remember('Logs are kept in UTC.', { kind: 'convention', project: undefined })
    const { id } = await world.remember('Workers drain before they stop.', {
      origin: 'agent',
      draft: true,
    })
    expect((await world.section()).text).not.toContain('Workers drain')
    await world.approve(id)
    const { text, entries, tokens } = await world.section()
    expect(entries).toHaveLength(3)
    expect(text).toContain('Exports are retried five times. *Why:* The bank drops calls.')
    expect(text).toContain('Logs are kept in UTC.')
    expect(text).toContain('Workers drain before they stop.')
    expect(tokens).toBeGreaterThan(50)
  })

  test('has nothing that is private, waits, is served unreviewed, came to hold by itself, is of another project or replaced', async () => {
    await world.remember('Secret one of mine.', { visibility: 'private' })
    await world.remember('Draft of nobody yet.', { draft: true })
    await world.remember('The merger is called Quetzal.', { project: world.merger })
    const seen = await world.remember('Unreviewed and served.', { origin: 'agent', draft: true })
    const held = await world.remember('Held by two agents alone.', { origin: 'agent', draft: true })
    const old = await world.remember('Uploads may be 10 MB.')
    await world.remember('Uploads may be 20 MB.', { supersedes: old.id })
    await readAsOwner(
      database.engine,
      `update teamlore.memories set status = case id when '${seen.id}' then 'unreviewed' else 'active' end
       where id in ('${seen.id}', '${held.id}') returning 1`,
    )
    const { text, left_out } = await world.section()
    expect(text).toContain('20 MB')
    for (const words of ['Secret', 'Draft of', 'Quetzal', 'Unreviewed and', 'Held by', '10 MB'])
      expect(JSON.stringify([text, left_out])).not.toContain(words)
  })

  test('has nothing of a restricted project that another reads, nor what rests on its sessions', async () => {
    await world.remember('The merger is called Quetzal.', { project: world.merger })
    const [sent] = (
      await world.send(
        buildSession({
          native_id: 'm2',
          project: repository('merger'),
          messages: [says(0, 'Zanzibar it is.')],
        }),
      )
    ).sessions
    await world.remember('Ships are named Zanzibar.', {
      project: undefined,
      evidence: [{ kind: 'session', ref: sent?.session_id ?? '', quote: '' }],
    })
    expect((await world.section()).text).toContain('Zanzibar')
    await makeSetProject(world)(world.admin, { id: world.merger, is_restricted: true })
    // Olga reads both; what she exports to world.harbour is read by all who have its repository.
    const { text, left_out } = await world.section(world.harbour, world.admin)
    expect(JSON.stringify([text, left_out])).not.toMatch(/Quetzal|Zanzibar/)
    expect((await world.section(world.merger, world.admin)).text).toContain('Quetzal')
    await expect(world.section(world.merger)).rejects.toMatchObject({ code: 'project.not_found' })
  })

  test('leaves out what the file around it, a README or a comment says already', async () => {
    await world.remember('Integration tests run on PostgreSQL and on the embedded engine.')
    await world.remember('Exports are retried five times.')
    const said = ['Integration tests run on PostgreSQL and the embedded engine.']
    const { text, left_out } = await world.exportTo('# Repo\n', said)
    expect(text).not.toContain('Integration tests')
    expect(text).toContain('retried five times')
    expect(left_out).toMatchObject([{ because: 'said' }])
    // Its own section is no reason to leave out what stands in it.
    expect((await world.check(text, said)).is_current).toBe(true)
    const around = await world.exportTo('Exports are retried five times, always.\n')
    expect(around.left_out.map(({ because }) => because)).toContain('said')
  })

  test('leaves out what is doubted, by kind, by confidence and by tokens, and says why', async () => {
    const stale = await world.remember('Caches live for an hour.')
    await makeUpdateMemory(world)(world.scope, {
      id: stale.id,
      request: { action: 'stale', reason: '' },
    })
    await world.remember('We do not use yarn.', { kind: 'graveyard' })
    await world.remember('Ports begin at 4000.')
    expect((await world.section()).left_out).toMatchObject([{ id: stale.id, because: 'disputed' }])
    const set = makeSetAgentsMdPolicy(world)
    await set(world.admin, { id: world.harbour, policy: { kinds: ['decision'] } })
    expect((await world.section()).left_out.map(({ because }) => because).sort()).toEqual([
      'disputed',
      'kind',
    ])
    await set(world.admin, { id: world.harbour, policy: { min_confidence: 0.99 } })
    expect((await world.section()).entries).toEqual([])
    await set(world.admin, { id: world.harbour, policy: { min_confidence: 0.1, max_tokens: 140 } })
    for (let n = 0; n < 4; n += 1)
      await world.remember(`Berth ${n} is for ships of class ${n} and no others.`)
    const { entries, left_out, tokens } = await world.section()
    expect(left_out.some(({ because }) => because === 'tokens')).toBe(true)
    expect(entries.length).toBeGreaterThan(0)
    expect(tokens).toBeLessThanOrEqual(140)
  })
})

test('the policy of a project is kept and audited, set by an admin who may not read it, and taken back', async () => {
  await world.remember('The merger is called Quetzal.', { project: world.merger })
  await makeSetProject(world)(world.admin, { id: world.merger, is_restricted: true })
  const ada = grantTeamScope(
    { ...(await world.team.addMember('admin', 'Ada')), actor: { kind: 'user', via: 'api_key' } },
    'admin',
  )
  expect(
    await makeSetAgentsMdPolicy(world)(ada, { id: world.merger, policy: { max_tokens: 900 } }),
  ).toMatchObject({ max_tokens: 900, min_confidence: 0.6, is_own: true })
  await expect(world.section(world.merger, ada)).rejects.toMatchObject({
    code: 'project.not_found',
  })
  expect(await makeRemoveAgentsMdPolicy(world)(ada, { id: world.merger })).toMatchObject({
    max_tokens: 1500,
    is_own: false,
  })
  const { items } = await makeListAudit(world)(ada, { limit: 50 })
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['agents_md_policy.set', 'agents_md_policy.removed']),
  )
})

test('each export of the section is an audit event, and looking at it is none', async () => {
  await world.remember('Exports are retried five times.')
  await world.check('')
  await world.section()
  await world.exportTo('')
  const found = await makeListAudit(world)(world.admin, { limit: 50, action: 'agents_md.exported' })
  expect(found.items).toMatchObject([
    { subject: { id: world.harbour, name: 'acme/harbour' }, details: { entries: 1 } },
  ])
})
