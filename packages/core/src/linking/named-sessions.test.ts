import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeImportRecords } from '../import/import-records.ts'
import { buildCommit, hashOfNumber } from '../testing/commit-builders.ts'
import { buildEdit, buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { at, file, lines, openLinkingWorld } from './testing/linking-world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = () => openLinkingWorld(database)

describe('from which confidence on a project shows links', () => {
  test('counts for what is inferred, not for what a person said, and loses nothing', async () => {
    const { write, commit, get, link, scope, links, projects, set, list } = await setUp()
    const session = await write('writer', lines('a'), 10)
    await commit(buildCommit(12, { authored_at: at(12) }, file(lines('a'))))
    const [{ id = '' } = {}] = (await projects()).items
    const shown = async () => {
      const { sessions, counts } = await get(12)
      const listed = await links(scope, { session, min_confidence: 0 })
      const withSession = await list({ linked: true })
      return [sessions.length, counts.sessions, listed.items.length, withSession.items.length]
    }
    expect(await shown()).toEqual([1, 1, 1, 1])
    expect(await set({ id, links_from: 1 })).toMatchObject({ links_from: 1 })
    expect(await shown()).toEqual([0, 0, 0, 0])
    await set({ id, links_from: 0.5 })
    expect(await shown()).toEqual([1, 1, 1, 1])
    await set({ id, links_from: 1 })
    await link(scope, { session, type: 'commit', target: hashOfNumber(12), dry_run: false })
    expect(await shown()).toEqual([1, 1, 1, 1])
  })
})

describe('a commit that names its session', () => {
  const UUID = '0b5c2a60-9c1f-4c55-8a2e-3f1d2c4b5a69'

  test.each([
    ['in a note of git-ai', { noted_sessions: [noted('git-ai')] }, 'a git-ai note names'],
    ['in an Agent Trace', { noted_sessions: [noted('agent-trace')] }, 'an Agent Trace names'],
    [
      'in a trailer',
      { trailers: [{ key: 'Session', value: `https://tools.test/${UUID}` }] },
      'the trailer Session of the commit names',
    ],
  ])('%s is linked to it, and says so', async (_, fields, reason) => {
    const { write, commit, get } = await setUp()
    const session = await write(UUID, lines('a'), 10)
    await write('other', lines('b'), 10)
    await commit(buildCommit(300, { authored_at: at(300), ...fields }, file(lines('z'))))
    const { sessions } = await get(300)
    expect(sessions.map(({ session: { id } }) => id)).toEqual([session])
    expect(sessions[0]?.confidence).toBe(0.9)
    expect(sessions[0]?.reasons.join()).toContain(reason)
  })

  test('is looked at again when the note comes after it, once', async () => {
    const { write, commit, get, asked } = await setUp()
    const session = await write(UUID, lines('a'), 10)
    const one = buildCommit(300, { authored_at: at(300) }, file(lines('z')))
    await commit(one)
    expect((await get(300)).sessions).toEqual([])
    const later = { ...one, noted_sessions: [noted('git-ai')] }
    await commit(later)
    expect((await get(300)).sessions[0]?.session.id).toBe(session)
    const before = await asked()
    await commit(later)
    expect(await asked()).toBe(before)
  })

  test('by its pull request is linked to sessions that name it where their lines agree, in this repository alone', async () => {
    const { write, commit, get, send } = await setUp()
    await write('plain', lines('a'), 10)
    const named = async (native: string, url: string, added = lines('q')) => {
      const { sessions } = await send(
        buildSession({
          native_id: native,
          pull_requests: [{ number: 12, url }],
          edits: [buildEdit(`e-${native}`, { ts: at(299), added, removed: [] })],
        }),
      )
      return sessions[0]?.session_id
    }
    const opened = await named('opens', 'https://github.com/acme/parser/pull/12', lines('z', 1))
    await named('elsewhere', 'https://github.com/acme/tides/pull/12')
    // Nobody was at work here since the commit before.
    await commit(
      buildCommit(299, { authored_at: at(290) }),
      buildCommit(300, { authored_at: at(300), subject: 'Parse it (#12)' }, file(lines('z'))),
      buildCommit(301, { authored_at: at(301), subject: 'Parse more (#13)' }, file(lines('y'))),
      buildCommit(302, {
        authored_at: at(302),
        subject: 'Merge pull request #12 from acme/topic',
        parents: [hashOfNumber(300), hashOfNumber(301)],
      }),
    )
    const [link, another] = (await get(300)).sessions
    expect(another).toBeUndefined()
    expect(link).toMatchObject({ session: { id: opened }, confidence: 0.7 })
    expect(link?.reasons).toContain(
      'the session names pull request #12, which the commit came from',
    )
    // The number alone is no reason.
    for (const n of [301, 302]) expect((await get(n)).sessions).toEqual([])
  })

  test.each(['before', 'after'])(
    'is linked to it where another program had linked them, the import %s it',
    async (when) => {
      const { commit, get, ingest, scope, team, links } = await setUp()
      const { unitOfWork } = team
      const bring = async () => {
        const { sessions } = await makeImportRecords({ unitOfWork, ingest })(scope, {
          machine: buildRequest().machine,
          sessions: [
            {
              session: buildSession({ native_id: UUID }),
              observations: [],
              summaries: [],
              links: [
                { type: 'commit', target: hashOfNumber(300).slice(0, 12), linked_at: null },
                { type: 'branch', target: 'topic/tides', linked_at: null },
              ],
            },
          ],
        })
        return sessions[0]?.session_id ?? ''
      }
      const early = when === 'before' ? await bring() : undefined
      await commit(
        buildCommit(299, { authored_at: at(290) }),
        buildCommit(300, { authored_at: at(300) }, file(lines('z'))),
      )
      const session = early ?? (await bring())
      await commit()
      const [link, another] = (await get(300)).sessions
      expect(another).toBeUndefined()
      expect(link).toMatchObject({ session: { id: session }, confidence: 0.9, relation: 'wrote' })
      expect(link?.reasons).toEqual(['another program linked them'])
      expect((await get(299)).sessions).toEqual([])
      const { items } = await links(scope, { branch: 'topic/tides', min_confidence: 0 })
      expect(items.map((one) => one.session.id)).toEqual([session])
    },
  )

  function noted(by: 'git-ai' | 'agent-trace') {
    return { tool: 'claude', native_id: UUID, by }
  }
})
