import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { ProjectId, SessionId } from '@teamlore/shared'
import type { IngestCommit } from '@teamlore/shared/commits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGetCommit } from '../commits/get-commit.ts'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { makeCreateLink, makeListLinks, makeRemoveLink } from '../links/links.ts'
import { grantSystemScope } from '../teams/team-scope.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { buildEdit, buildMessage, buildMessages, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeLinkCommits } from './link-commits.ts'
import { makeLinkSession } from './link-session.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** Ten lines nobody else writes. */
const lines = (of: string, count = 10): string[] =>
  Array.from({ length: count }, (_, n) =>
    hashOfNumber(of.length * 1_000 + of.charCodeAt(0) * 50 + n).slice(0, 16),
  )

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()

const setUp = async () => {
  const world = await createIngestWorld(database.engine)
  const { unitOfWork, teamId } = world.team
  const system = grantSystemScope(teamId)
  const linkCommits = makeLinkCommits({ unitOfWork })
  const linkSession = makeLinkSession({ unitOfWork })
  const ingest = makeIngestCommits({ unitOfWork })
  const get = makeGetCommit({ unitOfWork })
  const projectId = async () => {
    const query = `select id from teamlore.projects where team_id = '${teamId}'`
    const [project] = await readAsOwner<{ id: ProjectId }>(database.engine, query)
    if (project === undefined) throw new Error('There is no project yet.')
    return project.id
  }
  return {
    ...world,
    /** A session that wrote these lines at that minute, in a file of the project. */
    write: async (native: string, added: string[], minute: number, removed: string[] = []) => {
      const messages = buildMessages(4).map((message, n) => ({
        ...message,
        ts: at(minute - 4 + n),
      }))
      const { sessions } = await world.send(
        buildSession({
          native_id: native,
          messages,
          started_at: at(minute - 4),
          ended_at: at(minute),
          edits: [buildEdit(`e-${native}`, { ts: at(minute), added, removed })],
        }),
      )
      return sessions[0]?.session_id as SessionId
    },
    commit: async (...commits: IngestCommit[]) => {
      await ingest(world.scope, buildCommits(...commits))
      await linkCommits(system, { projectId: await projectId() })
    },
    relink: async (sessionId: SessionId) => {
      await linkSession(system, { sessionId })
      await ingest(world.scope, buildCommits())
      await linkCommits(system, { projectId: await projectId() })
    },
    get: (n: number) => get(world.scope, { id: hashOfNumber(n) }),
    link: makeCreateLink({ unitOfWork }),
    unlink: makeRemoveLink({ unitOfWork }),
    links: makeListLinks({ unitOfWork }),
  }
}

const file = (added: string[], removed: string[] = []) => ({
  added,
  removed,
  added_lines: added.length,
  removed_lines: removed.length,
})

describe('looking for the sessions behind a commit', () => {
  test('finds the one that wrote its lines, says why, and is not sure beyond 0.95', async () => {
    const { write, commit, get } = await setUp()
    const session = await write('writer', lines('a'), 10)
    await write('other', lines('b'), 9)
    await commit(buildCommit(12, { authored_at: at(12) }, file(lines('a'))))
    const found = await get(12)
    expect(found.is_linked).toBe(true)
    expect(found.sessions[0]).toMatchObject({
      session: { id: session },
      relation: 'wrote',
      created_by: 'auto',
    })
    expect(found.sessions[0]?.confidence).toBeGreaterThan(0.8)
    expect(found.sessions[0]?.confidence).toBeLessThanOrEqual(0.95)
    expect(found.sessions[0]?.reasons.join()).toContain('10 lines last written by it')
  })

  test('names nobody for what no session wrote', async () => {
    const { write, commit, get } = await setUp()
    await write('writer', lines('a'), 10)
    await commit(buildCommit(300, { authored_at: at(300) }, file(lines('z'))))
    expect((await get(300)).sessions).toEqual([])
  })

  test('gives lines written twice to who wrote them last', async () => {
    const { write, commit, get } = await setUp()
    await write('first', lines('a'), 5)
    const last = await write('last', lines('a'), 10)
    await commit(buildCommit(12, { authored_at: at(12) }, file(lines('a'))))
    expect((await get(12)).sessions[0]?.session.id).toBe(last)
  })

  test('finds a session that comes in after the commit', async () => {
    const { write, commit, get, relink } = await setUp()
    await commit(buildCommit(12, { authored_at: at(12) }, file(lines('a'))))
    expect((await get(12)).sessions).toEqual([])
    const session = await write('writer', lines('a'), 10)
    await relink(session)
    expect((await get(12)).sessions[0]?.session.id).toBe(session)
  })

  test('believes git, which printed the hash in the session', async () => {
    const { send, commit, get, relink } = await setUp()
    await commit(buildCommit(12, { authored_at: at(12) }, file(lines('a'))))
    const printed = buildMessage(4, {
      role: 'tool',
      kind: 'tool_result',
      ts: at(12),
      blocks: [
        {
          type: 'tool_result',
          tool_call_id: null,
          text: `[main ${hashOfNumber(12).slice(0, 8)}] Commit number 12\n 1 file changed`,
          is_error: false,
        },
      ],
    })
    const { sessions } = await send(buildSession({ messages: [...buildMessages(4), printed] }))
    const id = sessions[0]?.session_id as SessionId
    await relink(id)
    const [link] = (await get(12)).sessions
    expect(link).toMatchObject({ session: { id }, confidence: 0.95 })
    expect(link?.reasons).toContain('git printed this commit in the session')
  })

  test('follows a squash to the sessions of the commits in it, after their branch is gone', async () => {
    const { write, commit, get } = await setUp()
    const one = await write('one', lines('a'), 10)
    await commit(buildCommit(1, { parents: [], authored_at: at(1) }, file(lines('x'))))
    await commit(
      buildCommit(11, { parents: [hashOfNumber(1)], authored_at: at(11) }, file(lines('a'))),
    )
    const two = await write('two', lines('b'), 20)
    await commit(
      buildCommit(21, { parents: [hashOfNumber(11)], authored_at: at(21) }, file(lines('b'))),
    )
    await commit(
      buildCommit(
        2_000,
        {
          parents: [hashOfNumber(1)],
          authored_at: at(2_000),
          committed_at: at(2_000),
          patch_id: null,
          subject: 'Release (#12)',
        },
        file([...lines('a'), ...lines('b')]),
      ),
    )
    const squash = await get(2_000)
    expect(squash.replaces.map(({ sha }) => sha).sort()).toEqual(
      [hashOfNumber(11), hashOfNumber(21)].sort(),
    )
    const linked = squash.sessions.map(({ session }) => session.id)
    expect(linked).toEqual(expect.arrayContaining([one, two]))
    expect((await get(11)).sessions[0]?.session.id).toBe(one)
  })

  test('follows a rebase by its patch', async () => {
    const { write, commit, get } = await setUp()
    const session = await write('one', lines('a'), 10)
    await commit(buildCommit(1, { parents: [], authored_at: at(1) }, file(lines('x'))))
    await commit(
      buildCommit(2, { parents: [hashOfNumber(1)], authored_at: at(2) }, file(lines('y'))),
    )
    await commit(
      buildCommit(11, { parents: [hashOfNumber(1)], authored_at: at(11) }, file(lines('a'))),
    )
    const same = { patch_id: hashOfNumber(20_011), authored_at: at(11), committed_at: at(90) }
    await commit(buildCommit(91, { ...same, parents: [hashOfNumber(2)] }, file(lines('a'))))
    const found = await get(91)
    expect(found.replaces).toMatchObject([{ sha: hashOfNumber(11), reason: 'the same patch' }])
    expect(found.sessions[0]?.session.id).toBe(session)
  })

  test('says what a commit takes back, by name and by its lines, and what a fix repairs', async () => {
    const { commit, get } = await setUp()
    await commit(buildCommit(1, { parents: [] }, file(lines('a'))))
    await commit(buildCommit(2, {}, file(lines('b'))))
    await commit(
      buildCommit(
        3,
        { mentions: [{ relation: 'reverts', sha: hashOfNumber(1) }] },
        file([], lines('a')),
      ),
      buildCommit(4, { subject: 'Try it another way' }, file([], lines('b'))),
    )
    await commit(buildCommit(5, {}, file(lines('c'))))
    await commit(
      buildCommit(6, { subject: 'Fix the parser' }, file(lines('d', 3), lines('c').slice(0, 3))),
    )
    expect((await get(1)).reverted_by).toMatchObject([{ sha: hashOfNumber(3), part: 1 }])
    expect((await get(2)).reverted_by).toMatchObject([{ sha: hashOfNumber(4) }])
    expect((await get(5)).fixed_by).toMatchObject([{ sha: hashOfNumber(6) }])
    expect((await get(5)).reverted_by).toEqual([])
  })
})

describe('what a person says of a link', () => {
  test('is certain, and stays when the commit is looked at again', async () => {
    const { write, commit, get, link, scope, relink } = await setUp()
    const writer = await write('writer', lines('a'), 10)
    const planner = await write('planner', lines('q'), 200)
    await commit(buildCommit(12, { authored_at: at(12) }, file(lines('a'))))
    const request = {
      session: planner,
      type: 'commit' as const,
      target: hashOfNumber(12).slice(0, 9),
    }
    const dry = await link(scope, { ...request, dry_run: true })
    expect(dry).toMatchObject({ link: null, was_linked: false })
    expect((await get(12)).sessions).toHaveLength(1)
    await link(scope, { ...request, dry_run: false })
    await relink(writer)
    const [first] = (await get(12)).sessions
    expect(first).toMatchObject({ session: { id: planner }, confidence: 1, created_by: 'user' })
  })

  test('keeps a pair apart that was taken apart', async () => {
    const { write, commit, get, unlink, scope, relink, links } = await setUp()
    const writer = await write('writer', lines('a'), 10)
    await commit(buildCommit(12, { authored_at: at(12) }, file(lines('a'))))
    const request = {
      session: writer,
      type: 'commit' as const,
      target: hashOfNumber(12),
      dry_run: false,
    }
    expect(await unlink(scope, request)).toMatchObject({ removed: 1 })
    await relink(writer)
    expect((await get(12)).sessions).toEqual([])
    expect(await links(scope, { session: writer, min_confidence: 0 })).toEqual({ items: [] })
  })

  test('of a session of another team is refused', async () => {
    const ours = await setUp()
    const theirs = await setUp()
    const session = await theirs.write('writer', lines('a'), 10)
    await ours.commit(buildCommit(1))
    await expect(
      ours.link(ours.scope, { session, type: 'commit', target: hashOfNumber(1), dry_run: false }),
    ).rejects.toMatchObject({ code: 'session.not_found' })
  })
})
