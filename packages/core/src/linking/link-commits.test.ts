import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import type { IngestCommitFile } from '@teamlore/shared/commits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { buildMessage, buildMessages, buildSession } from '../testing/ingest-builders.ts'
import { projectWithCommits } from '../testing/project-with-commits.ts'
import { makeLinkCommits } from './link-commits.ts'
import { at, file, lines, openLinkingWorld } from './testing/linking-world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = () => openLinkingWorld(database)

describe('looking for the sessions behind a commit', () => {
  test('lets others go first before each portion', async () => {
    const { scope, team } = await setUp()
    const { unitOfWork, teamId } = team
    const commits = Array.from({ length: 45 }, (_, n) => buildCommit(n + 1))
    await makeIngestCommits({ unitOfWork })(scope, buildCommits(...commits))
    let asked = 0
    const giveWay = async () => {
      asked++
    }
    const link = makeLinkCommits({ unitOfWork, giveWay, clock: () => 0 })
    const report = await link(grantSystemScope(teamId), {
      projectId: await projectWithCommits(database, teamId),
    })
    // Their lines in one portion, four of commits that grow while they are quick, and once to find that nothing is left.
    expect([report.linked, asked]).toEqual([45, 6])
  })

  test('ends a portion early where commits take long, and links each of them once', async () => {
    const { scope, team } = await setUp()
    const { unitOfWork, teamId } = team
    await makeIngestCommits({ unitOfWork })(
      scope,
      buildCommits(...[1, 2, 3].map((n) => buildCommit(n))),
    )
    let now = 0
    let asked = 0
    const link = makeLinkCommits({
      unitOfWork,
      clock: () => (now += 1_000),
      giveWay: async () => {
        asked++
      },
    })
    const report = await link(grantSystemScope(teamId), {
      projectId: await projectWithCommits(database, teamId),
    })
    expect([report.linked, asked]).toEqual([3, 5])
  })

  test('indexes lines by portions that lose and repeat nothing, wherever they are cut off', async () => {
    const { scope, team, rowsOf } = await setUp()
    const { unitOfWork, teamId } = team
    const prints = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => (from * 1e6 + n).toString(16).padStart(16, '0'))
    // Two files of one name that share lines, one longer than a portion, and a line on both sides.
    const files = [
      { path: 'a/long.ts', added: prints(1, 4_500), removed: prints(1, 700) },
      { path: 'b/long.ts', added: prints(1, 100), removed: [] },
      { path: 'c/short.ts', added: prints(3, 3), removed: prints(4, 2) },
    ].map((file) => ({ ...buildCommit(1).files[0], ...file }) as IngestCommitFile)
    await makeIngestCommits({ unitOfWork })(
      scope,
      buildCommits(buildCommit(1, { files }), buildCommit(2)),
    )
    const projectId = await projectWithCommits(database, teamId)
    const lines = () => rowsOf('commit_lines', 'commit_id, key::text, name')
    let turns = 0
    for (let stops = 1; ; stops++) {
      const link = makeLinkCommits({
        unitOfWork,
        giveWay: async () => {
          if (++turns % 2 === 0) throw new Error('killed')
        },
      })
      const before = (await lines()).length
      const ended = await link(grantSystemScope(teamId), { projectId }).catch(() => undefined)
      expect((await lines()).length - before).toBeLessThanOrEqual(2_000)
      if (ended !== undefined) break
      expect(stops).toBeLessThan(20)
    }
    const found = await lines()
    expect(found).toHaveLength(4_500 + 700 + 3 + 2 + 2)
    expect(new Set(found.map((row) => JSON.stringify(row))).size).toBe(found.length)
    expect(await rowsOf('commit_files', 'indexed')).toEqual(Array(4).fill({ indexed: null }))
  })

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
    const { items } = await links(scope, { session: writer, min_confidence: 0 })
    expect(items.filter(({ type }) => type === 'commit')).toEqual([])
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
