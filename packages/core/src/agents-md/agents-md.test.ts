import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { type RememberRequest, rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeListAudit } from '../identity/teams/list-audit.ts'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeCurate } from '../memories/curate.ts'
import { makeGetMemory } from '../memories/get-memory.ts'
import { makeListMemories } from '../memories/list-memories.ts'
import { makeRemember } from '../memories/remember.ts'
import { makeReviewMemories } from '../memories/review-memories.ts'
import { makeUpdateMemory } from '../memories/update-memory.ts'
import { makeListProjects } from '../projects/list-projects.ts'
import { makeSetProject } from '../projects/manage-projects.ts'
import { asks, createSearchWorld, type SearchWorld, says } from '../search/testing/search-world.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import {
  makeCheckAgentsMd,
  makeExportAgentsMd,
  makeGetAgentsMd,
  makeImportAgentsMd,
  makeRemoveAgentsMdPolicy,
  makeSetAgentsMdPolicy,
} from './index.ts'

let database: TestDatabase
let world: SearchWorld
let harbour: string
let merger: string
let admin: TeamScope<'owner'>

const repository = (name: string) => ({
  remote_url: `https://github.com/acme/${name}.git`,
  root_commit: null,
  root_path: `/home/ann/${name}`,
})

beforeEach(async () => {
  database ??= await createTestDatabase()
  world = await createSearchWorld(database.engine)
  await world.send(
    buildSession({ native_id: 'h', project: repository('harbour') }),
    buildSession({ native_id: 'm', project: repository('merger') }),
  )
  const { items } = await makeListProjects(world)(world.scope, { limit: 50 })
  const idOf = (name: string) => items.find((project) => project.name === `acme/${name}`)?.id ?? ''
  harbour = idOf('harbour')
  merger = idOf('merger')
  admin = grantTeamScope(
    {
      ...(await world.team.addMember('owner', 'Olga')),
      actor: { kind: 'user', via: 'api_key' },
    },
    'owner',
  )
})
afterAll(() => database[Symbol.asyncDispose]())

const remember = (statement: string, more: Partial<RememberRequest> = {}, scope = world.scope) =>
  makeRemember(world)(scope, rememberRequestSchema.parse({ statement, project: harbour, ...more }))
const section = (id = harbour, scope: TeamScope = world.scope) =>
  makeGetAgentsMd(world)(scope, { id })
const exportTo = (text = '', said: string[] = []) =>
  makeExportAgentsMd(world)(world.scope, { id: harbour, text, said })
const check = (text: string, said: string[] = []) =>
  makeCheckAgentsMd(world)(world.scope, { id: harbour, text, said })
const importFrom = (text: string) =>
  makeImportAgentsMd(world)(world.scope, { id: harbour, text, said: [] })
const memory = (id: string) => makeGetMemory(world)(world.scope, { id })
const memories = async () => (await makeListMemories(world)(world.scope, { limit: 50 })).items
const approve = (...ids: string[]) =>
  makeReviewMemories(world)(world.scope, { ids, decision: 'approve', reason: '' })

describe('the section of a project', () => {
  test('has what a person approved or wrote, of the project and of the whole team', async () => {
    await remember('Exports are retried five times.', { reason: 'The bank drops calls.' })
    await remember('Logs are kept in UTC.', { kind: 'convention', project: undefined })
    const { id } = await remember('Workers drain before they stop.', {
      origin: 'agent',
      draft: true,
    })
    expect((await section()).text).not.toContain('Workers drain')
    await approve(id)
    const { text, entries, tokens } = await section()
    expect(entries).toHaveLength(3)
    expect(text).toContain('Exports are retried five times. *Why:* The bank drops calls.')
    expect(text).toContain('Logs are kept in UTC.')
    expect(text).toContain('Workers drain before they stop.')
    expect(tokens).toBeGreaterThan(50)
  })

  test('has nothing that is private, waits, is served unreviewed, came to hold by itself, is of another project or replaced', async () => {
    await remember('Secret one of mine.', { visibility: 'private' })
    await remember('Draft of nobody yet.', { draft: true })
    await remember('The merger is called Quetzal.', { project: merger })
    const seen = await remember('Unreviewed and served.', { origin: 'agent', draft: true })
    const held = await remember('Held by two agents alone.', { origin: 'agent', draft: true })
    const old = await remember('Uploads may be 10 MB.')
    await remember('Uploads may be 20 MB.', { supersedes: old.id })
    await readAsOwner(
      database.engine,
      `update teamlore.memories set status = case id when '${seen.id}' then 'unreviewed' else 'active' end
       where id in ('${seen.id}', '${held.id}') returning 1`,
    )
    const { text, left_out } = await section()
    expect(text).toContain('20 MB')
    for (const words of ['Secret', 'Draft of', 'Quetzal', 'Unreviewed and', 'Held by', '10 MB'])
      expect(JSON.stringify([text, left_out])).not.toContain(words)
  })

  test('has nothing of a restricted project that another reads, nor what rests on its sessions', async () => {
    await remember('The merger is called Quetzal.', { project: merger })
    const [sent] = (
      await world.send(
        buildSession({
          native_id: 'm2',
          project: repository('merger'),
          messages: [says(0, 'Zanzibar it is.')],
        }),
      )
    ).sessions
    await remember('Ships are named Zanzibar.', {
      project: undefined,
      evidence: [{ kind: 'session', ref: sent?.session_id ?? '', quote: '' }],
    })
    expect((await section()).text).toContain('Zanzibar')
    await makeSetProject(world)(admin, { id: merger, is_restricted: true })
    // Olga reads both; what she exports to harbour is read by all who have its repository.
    const { text, left_out } = await section(harbour, admin)
    expect(JSON.stringify([text, left_out])).not.toMatch(/Quetzal|Zanzibar/)
    expect((await section(merger, admin)).text).toContain('Quetzal')
    await expect(section(merger)).rejects.toMatchObject({ code: 'project.not_found' })
  })

  test('leaves out what the file around it, a README or a comment says already', async () => {
    await remember('Integration tests run on PostgreSQL and on the embedded engine.')
    await remember('Exports are retried five times.')
    const said = ['Integration tests run on PostgreSQL and the embedded engine.']
    const { text, left_out } = await exportTo('# Repo\n', said)
    expect(text).not.toContain('Integration tests')
    expect(text).toContain('retried five times')
    expect(left_out).toMatchObject([{ because: 'said' }])
    // Its own section is no reason to leave out what stands in it.
    expect((await check(text, said)).is_current).toBe(true)
    const around = await exportTo('Exports are retried five times, always.\n')
    expect(around.left_out.map(({ because }) => because)).toContain('said')
  })

  test('leaves out what is doubted, by kind, by confidence and by tokens, and says why', async () => {
    const stale = await remember('Caches live for an hour.')
    await makeUpdateMemory(world)(world.scope, {
      id: stale.id,
      request: { action: 'stale', reason: '' },
    })
    await remember('We do not use yarn.', { kind: 'graveyard' })
    await remember('Ports begin at 4000.')
    expect((await section()).left_out).toMatchObject([{ id: stale.id, because: 'disputed' }])
    const set = makeSetAgentsMdPolicy(world)
    await set(admin, { id: harbour, policy: { kinds: ['decision'] } })
    expect((await section()).left_out.map(({ because }) => because).sort()).toEqual([
      'disputed',
      'kind',
    ])
    await set(admin, { id: harbour, policy: { min_confidence: 0.99 } })
    expect((await section()).entries).toEqual([])
    await set(admin, { id: harbour, policy: { min_confidence: 0.1, max_tokens: 140 } })
    for (let n = 0; n < 4; n += 1)
      await remember(`Berth ${n} is for ships of class ${n} and no others.`)
    const { entries, left_out, tokens } = await section()
    expect(left_out.some(({ because }) => because === 'tokens')).toBe(true)
    expect(entries.length).toBeGreaterThan(0)
    expect(tokens).toBeLessThanOrEqual(140)
  })
})

test('the policy of a project is kept and audited, set by an admin who may not read it, and taken back', async () => {
  await remember('The merger is called Quetzal.', { project: merger })
  await makeSetProject(world)(admin, { id: merger, is_restricted: true })
  const ada = grantTeamScope(
    { ...(await world.team.addMember('admin', 'Ada')), actor: { kind: 'user', via: 'api_key' } },
    'admin',
  )
  expect(
    await makeSetAgentsMdPolicy(world)(ada, { id: merger, policy: { max_tokens: 900 } }),
  ).toMatchObject({ max_tokens: 900, min_confidence: 0.6, is_own: true })
  await expect(section(merger, ada)).rejects.toMatchObject({ code: 'project.not_found' })
  expect(await makeRemoveAgentsMdPolicy(world)(ada, { id: merger })).toMatchObject({
    max_tokens: 1500,
    is_own: false,
  })
  const { items } = await makeListAudit(world)(ada, { limit: 50 })
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['agents_md_policy.set', 'agents_md_policy.removed']),
  )
})

describe('edits by hand', () => {
  test('come back as drafts of origin human, once, and confirm nothing', async () => {
    const retry = await remember('Exports are retried five times.')
    const port = await remember('Port 4000 serves everything.', { kind: 'gotcha' })
    const { text } = await exportTo('# Repo\n')
    const edited = text
      .replace('five times', 'six times')
      .replace(/- [^\n]*Port 4000[^\n]*\n/, '- Never log a token.\n')
    expect(await check(edited)).toMatchObject({
      is_current: true,
      edits: [
        { type: 'deleted', id: port.id, state: 'new' },
        { type: 'changed', id: retry.id, state: 'new' },
        { type: 'added', kind: 'gotcha', state: 'new' },
      ],
    })
    expect((await importFrom(edited)).proposed).toBe(3)
    expect(await importFrom(edited)).toMatchObject({
      proposed: 0,
      // What is called stale is not said in the section any more, so that nothing is missing there.
      edits: [{ state: 'waits' }, { state: 'waits' }],
    })
    const drafts = (await memories()).filter(({ status }) => status === 'draft')
    expect(drafts).toHaveLength(2)
    for (const draft of drafts) expect(draft).toMatchObject({ origin: 'human', status: 'draft' })
    expect(await memory(retry.id)).toMatchObject({ status: 'active', confidence: retry.confidence })
    expect((await memory(port.id)).stale?.reason).toContain('AGENTS.md')
    // Approved, the new wording takes the place of the old one, in the file as in the team.
    await approve(...drafts.map(({ id }) => id))
    expect((await memory(retry.id)).status).toBe('superseded')
    const next = await exportTo(edited)
    expect(next.edits).toEqual([])
    expect(next.text).toContain('six times')
    expect(next.text).not.toContain(retry.id)
    expect(await check(next.text)).toMatchObject({ is_current: true })
  })

  test('of a reason alone are drafts, too; what a person turned down is not proposed again', async () => {
    const { id } = await remember('Exports are retried five times.', {
      reason: 'The bank drops calls.',
    })
    const { text } = await exportTo()
    const edited = text.replace('drops calls', 'is slow')
    const { edits } = await importFrom(edited)
    expect(edits).toMatchObject([{ type: 'changed', id, state: 'waits' }])
    await makeReviewMemories(world)(world.scope, {
      ids: [edits[0]?.memory ?? ''],
      decision: 'reject',
      reason: '',
    })
    expect(await importFrom(edited)).toMatchObject({ proposed: 0, edits: [{ state: 'rejected' }] })
    expect((await memory(id)).status).toBe('active')
  })

  test('have their secrets taken out, and are known again by what is left', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const { text } = await exportTo('')
    const file = `${text}<!-- teamlore:begin -->\n- The token of the bank is ${secret} for now.\n<!-- teamlore:end -->\n`
    expect((await importFrom(file)).proposed).toBe(1)
    expect(JSON.stringify(await memories())).not.toContain(secret)
    expect((await importFrom(file)).proposed).toBe(0)
  })
})

describe('what was exported', () => {
  const found = (statement: string, ref: string, quote = '') =>
    makeCurate(world)(world.systemScope, {
      projectId: harbour as never,
      candidate: {
        kind: 'decision',
        statement,
        reason: '',
        origin: 'human',
        evidence: [{ kind: 'session', ref, quote }],
      },
    })
  const session = async (...messages: ReturnType<typeof asks>[]) => {
    const [sent] = (
      await world.send(
        buildSession({ native_id: 'echo', project: repository('harbour'), messages }),
      )
    ).sessions
    return sent?.session_id ?? ''
  }

  test('is neither confirmed nor written anew by a session that repeats it', async () => {
    const { id } = await remember('Exports to the bank are retried five times at most.')
    const ref = await session(
      asks(0, 'What do we do?'),
      says(1, 'Exports to the bank are retried five times at most.'),
    )
    await exportTo('# Repo\n')
    const before = await memory(id)
    expect(await found('Exports to the bank are retried at most five times.', ref)).toEqual({
      outcome: 'refused',
      because: 'echo',
    })
    expect(await memory(id)).toMatchObject({
      confidence: before.confidence,
      evidence_count: before.evidence_count,
    })
    // Something else is still news.
    expect(
      await found('Exports to the bank are retried nine times at most.', ref),
    ).not.toMatchObject({
      because: 'echo',
    })
  })

  test('would be evidence if it had not been exported', async () => {
    await remember('Exports to the bank are retried five times at most.')
    const ref = await session(says(0, 'Exports to the bank are retried five times at most.'))
    expect(await found('Exports to the bank are retried at most five times.', ref)).toMatchObject({
      outcome: 'confirmed',
    })
  })

  test('is known by its marker in a session, also where this server never exported it', async () => {
    const { id } = await remember('Exports to the bank are retried five times at most.')
    const { text } = await section()
    const line = text.split('\n').find((one) => one.includes(id)) ?? ''
    const ref = await session(asks(0, `AGENTS.md says:\n${line}\nIs that so?`))
    expect(await found('Exports to the bank are retried at most five times.', ref)).toMatchObject({
      because: 'echo',
    })
    expect(await found('Ships wait outside of the harbour at night.', ref, line)).toMatchObject({
      because: 'echo',
    })
    expect((await memory(id)).evidence_count).toBe(0)
    // Nor does who pastes it, or an agent that read it, say anything of their own.
    const bo = await world.person('Bo')
    expect((await remember(line, {}, bo)).id).toBe(id)
    await exportTo('')
    const said = { origin: 'agent' as const }
    await remember('Exports to the bank are retried five times at most.', said, bo)
    const { confidence, status } = await memory(id)
    expect({ confidence, status }).toEqual({ confidence: 0.7, status: 'active' })
    expect(await memories()).toHaveLength(1)
  })

  test('goes when its memory is forgotten, and an untouched line goes from the file', async () => {
    const { id } = await remember('Exports are retried five times.')
    await remember('Ports begin at 4000.')
    const { text } = await exportTo('# Repo\n')
    await readAsOwner(
      database.engine,
      `delete from teamlore.memories where id = '${id}' returning 1`,
    )
    expect(
      await readAsOwner(
        database.engine,
        `select 1 from teamlore.agents_md_lines where memory_id = '${id}'`,
      ),
    ).toEqual([])
    const next = await exportTo(text)
    expect(next.text).not.toContain('five times')
    expect(next.text).toContain('Ports begin')
  })

  test('of another team is not found', async () => {
    const other = await createSearchWorld(database.engine)
    for (const make of [makeGetAgentsMd, makeCheckAgentsMd, makeExportAgentsMd, makeImportAgentsMd])
      await expect(
        make(other)(other.scope, { id: harbour, text: '', said: [] }),
      ).rejects.toMatchObject({ code: 'project.not_found' })
  })
})

test('a section of thousands of lines is refused in words', async () => {
  const lines = Array.from({ length: 3_100 }, (_, n) => `- line ${n}`)
  const file = ['<!-- teamlore:begin -->', ...lines, '<!-- teamlore:end -->'].join('\n')
  await expect(check(file)).rejects.toMatchObject({ code: 'agents_md.section_too_long' })
})
