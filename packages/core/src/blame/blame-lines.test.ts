import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import type { IngestCommit } from '@teamlore/shared/commits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { grantSystemScope, grantTeamScope } from '../identity/teams/team-scope.ts'
import { makeLinkCommits } from '../linking/link-commits.ts'
import { makeRemoveLink } from '../links/links.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { buildEdit, buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { projectWithCommits } from '../testing/project-with-commits.ts'
import { makeBlameLines } from './blame-lines.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const lines = (of: number, count = 8): string[] =>
  Array.from({ length: count }, (_, n) => hashOfNumber(of * 100 + n).slice(0, 16))
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()

const setUp = async () => {
  const world = await createIngestWorld(database.engine)
  const { unitOfWork, teamId, addMember } = world.team
  const blame = makeBlameLines({ unitOfWork })
  const ingest = makeIngestCommits({ unitOfWork })
  const link = makeLinkCommits({ unitOfWork })
  return {
    ...world,
    eve: grantTeamScope(
      { ...(await addMember('member')), actor: { kind: 'user', via: 'api_key' } },
      'viewer',
    ),
    write: async (native: string, added: string[], minute: number, path = 'src/parser.ts') => {
      const said = [
        buildMessage(0, { role: 'user', kind: 'human', blocks: [text(`Please ${native}.`)] }),
        buildMessage(1, { blocks: [text(`I do ${native} now.`)] }),
      ].map((message, n) => ({ ...message, ts: at(minute - 2 + n) }))
      const { sessions } = await world.send(
        buildSession({
          native_id: native,
          messages: said,
          title: `About ${native}`,
          started_at: at(minute - 2),
          ended_at: at(minute),
          edits: [buildEdit(`e-${native}`, { ts: at(minute), added, path, message_key: 'm1' })],
        }),
      )
      return sessions[0]?.session_id as SessionId
    },
    commit: async (...commits: IngestCommit[]) => {
      await ingest(world.scope, buildCommits(...commits))
      await link(grantSystemScope(teamId), {
        projectId: await projectWithCommits(database, teamId),
      })
    },
    ask: async (
      line: { path?: string; sha?: string | null; print?: string | null },
      as: Parameters<typeof blame>[0] = world.scope,
    ) => {
      const asked = { path: 'src/parser.ts', sha: null, print: null, ...line }
      const { answers, lines: places } = await blame(as, { lines: [asked] })
      return answers[places[0] ?? -1]
    },
  }
}
const file = (added: string[]) => ({ added, added_lines: added.length, removed: [] })

describe('blame leads from a line', () => {
  test('to its commit, the session that wrote it, what was asked and what was said then', async () => {
    const { write, commit, ask } = await setUp()
    const session = await write('number the berths', lines(1), 10)
    await commit(buildCommit(12, {}, file(lines(1))))
    const answer = await ask({ sha: hashOfNumber(12), print: lines(1)[3] ?? '' })
    expect(answer).toMatchObject({
      origin: 'session',
      commit: { sha: hashOfNumber(12), subject: 'Commit number 12', author: 'Ann' },
      session: { id: session, tool: 'claude-code' },
      prompt: { text: 'Please number the berths.' },
      excerpt: { text: 'I do number the berths now.' },
    })
    expect(answer?.confidence).toBeGreaterThan(0.9)
    expect(answer?.reasons.join()).toContain('linked to the commit')
  })

  test('to the one of two sessions that wrote this very line', async () => {
    const { write, commit, ask } = await setUp()
    const first = await write('one', lines(1), 8)
    const second = await write('two', lines(2), 10)
    await commit(buildCommit(12, {}, file([...lines(1), ...lines(2)])))
    const of = async (print?: string) =>
      (await ask({ sha: hashOfNumber(12), print: print ?? null }))?.session?.id
    expect(await of(lines(1)[0])).toBe(first)
    expect(await of(lines(2)[0])).toBe(second)
  })

  test('to none that a person took apart from the commit, but to who wrote it before', async () => {
    const { write, commit, ask, scope, team } = await setUp()
    const earlier = await write('number the berths', lines(1), 5)
    const later = await write('number them again', lines(1), 10)
    await commit(buildCommit(12, {}, file(lines(1))))
    const asked = { sha: hashOfNumber(12), print: lines(1)[3] ?? '' }
    expect(await ask(asked)).toMatchObject({ session: { id: later } })
    const unlink = makeRemoveLink({ unitOfWork: team.unitOfWork })
    const target = hashOfNumber(12)
    await unlink(scope, { session: later, type: 'commit', target, dry_run: false })
    expect(await ask(asked)).toMatchObject({ session: { id: earlier } })
    await unlink(scope, { session: earlier, type: 'commit', target, dry_run: false })
    expect(await ask(asked)).toMatchObject({ origin: 'person', session: null })
  })

  test('to a person where no session wrote it, surer where none wrote anything of the commit', async () => {
    const { write, commit, ask } = await setUp()
    await write('one', lines(1), 10)
    await commit(
      buildCommit(12, {}, file([...lines(1), ...lines(7)])),
      buildCommit(300, { authored_at: at(300), committed_at: at(300) }, file(lines(8))),
    )
    const beside = await ask({ sha: hashOfNumber(12), print: lines(7)[0] ?? '' })
    const alone = await ask({ sha: hashOfNumber(300), print: lines(8)[0] ?? '' })
    expect(beside).toMatchObject({ origin: 'person', session: null, prompt: null })
    expect(alone).toMatchObject({ origin: 'person', commit: { sha: hashOfNumber(300) } })
    expect(alone?.confidence).toBeGreaterThan(beside?.confidence ?? 1)
  })

  test('to a person where a session wrote such a line only later', async () => {
    const { write, commit, ask } = await setUp()
    await commit(buildCommit(12, {}, file(lines(1))))
    await write('late', lines(1), 40)
    expect(await ask({ sha: hashOfNumber(12), print: lines(1)[0] ?? '' })).toMatchObject({
      origin: 'person',
    })
  })

  test('that is not committed to the live session', async () => {
    const { write, ask } = await setUp()
    await write('earlier', lines(1), 5)
    const live = await write('now', lines(1), 10)
    expect(await ask({ print: lines(1)[0] ?? '' })).toMatchObject({
      origin: 'session',
      commit: null,
      session: { id: live },
      prompt: { text: 'Please now.' },
    })
  })

  test('that is not committed to no session where none wrote it, and speaks of no commit', async () => {
    const { write, ask } = await setUp()
    await write('other', lines(1), 5)
    const answer = await ask({ print: lines(2)[0] ?? '' })
    expect(answer).toMatchObject({ origin: 'unknown', confidence: 0, commit: null, session: null })
    expect(answer?.reasons).toEqual([
      'no captured session wrote this line; a person did, or its session was not captured yet',
    ])
  })

  test('that moved to another file to who wrote it, less surely', async () => {
    const { write, commit, ask } = await setUp()
    const session = await write('one', lines(1), 10, 'src/old.ts')
    await commit(
      buildCommit(
        300,
        { authored_at: at(300), committed_at: at(300) },
        { ...file(lines(1)), path: 'lib/new.ts' },
      ),
    )
    const answer = await ask({
      path: 'lib/new.ts',
      sha: hashOfNumber(300),
      print: lines(1)[0] ?? '',
    })
    expect(answer?.session?.id).toBe(session)
    expect(answer?.confidence).toBeLessThanOrEqual(0.95)
  })

  test('to nobody where too little is known, and says what to do', async () => {
    const { commit, ask } = await setUp()
    await commit(buildCommit(12, {}, file(lines(1))))
    expect(await ask({ sha: hashOfNumber(99), print: lines(1)[0] ?? '' })).toMatchObject({
      origin: 'unknown',
      commit: null,
      reasons: [expect.stringContaining('lore link --backfill')],
    })
    expect(await ask({ sha: hashOfNumber(12) })).toMatchObject({ origin: 'unknown' })
  })
})

describe('blame keeps apart', () => {
  test('teams: neither commits nor sessions of another are shown', async () => {
    const ours = await setUp()
    const theirs = await setUp()
    await ours.write('one', lines(1), 10)
    await ours.commit(buildCommit(12, {}, file(lines(1))))
    const answered = await theirs.ask({ sha: hashOfNumber(12), print: lines(1)[0] ?? '' })
    expect(answered).toMatchObject({ origin: 'unknown', commit: null, session: null, prompt: null })
    expect(await theirs.ask({ print: lines(1)[0] ?? '' })).toMatchObject({ session: null })
  })

  test('a private session: for others a person wrote its lines', async () => {
    const { write, commit, ask, eve, member } = await setUp()
    const session = await write('secretly', lines(1), 10)
    await commit(buildCommit(12, {}, file(lines(1))))
    await readAsOwner(
      database.engine,
      `update teamlore.sessions set private_to = '${member.userId}' where id = '${session}' returning 1`,
    )
    const line = { sha: hashOfNumber(12), print: lines(1)[0] ?? '' }
    expect((await ask(line))?.session?.id).toBe(session)
    const answered = await ask(line, eve)
    expect(JSON.stringify(answered)).not.toContain('secretly')
    expect(answered?.session).toBeNull()
  })
})

test('a whole file is answered at once, equal answers sent once', async () => {
  const { write, commit, team, scope } = await setUp()
  await write('one', lines(1), 10)
  await commit(buildCommit(12, {}, file(lines(1))))
  const asked = Array.from({ length: 2_000 }, (_, n) => ({
    path: 'src/parser.ts',
    sha: hashOfNumber(12),
    print: lines(1)[n % 8] ?? null,
  }))
  const answered = await makeBlameLines({ unitOfWork: team.unitOfWork })(scope, { lines: asked })
  expect(answered.lines).toHaveLength(2_000)
  expect(answered.answers).toHaveLength(1)
})

test('a line that many commits have is judged by the lines beside it, which came with the same commit', async () => {
  const { write, commit, ask, team, scope } = await setUp()
  const brace = hashOfNumber(777).slice(0, 16)
  const session = await write('one', [...lines(1), brace], 10)
  const person = lines(2)
  await commit(
    buildCommit(12, {}, file([...lines(1), brace])),
    buildCommit(14, {}, file([...person, brace])),
    ...[15, 16, 17].map((n) => buildCommit(n, {}, file([brace]))),
  )
  const of = (n: number, print: string | null) => ({
    path: 'src/parser.ts',
    sha: hashOfNumber(n),
    print,
  })
  const asked = [
    ...[of(14, person[0] ?? ''), of(14, brace), of(14, null), of(14, person[1] ?? '')],
    ...[of(12, lines(1)[0] ?? ''), of(12, brace), of(15, brace)],
  ]
  const answered = await makeBlameLines({ unitOfWork: team.unitOfWork })(scope, { lines: asked })
  const origins = answered.lines.map((place) => answered.answers[place]?.origin)
  expect(origins.slice(0, 4)).toEqual(['person', 'person', 'person', 'person'])
  const ofSession = answered.lines.slice(4, 6).map((place) => answered.answers[place]?.session?.id)
  expect(ofSession).toEqual([session, session])
  expect((await ask(of(14, brace)))?.confidence).toBeLessThan(0.7)
})

test('lines of another file are not beside it, though they came with the same commit', async () => {
  const { write, commit, team, scope } = await setUp()
  const brace = hashOfNumber(778).slice(0, 16)
  const session = await write('one', lines(1), 10)
  const inQuay = { ...file([...lines(2), brace]), path: 'src/quay.ts' }
  await commit(
    buildCommit(12, {
      files: [buildCommit(12, {}, file(lines(1))), buildCommit(12, {}, inQuay)].flatMap(
        ({ files }) => files,
      ),
      file_count: 2,
    }),
    ...[15, 16, 17, 18].map((n) => buildCommit(n, {}, file([brace]))),
  )
  const asked = [
    { path: 'src/parser.ts', sha: hashOfNumber(12), print: lines(1)[0] ?? null },
    { path: 'src/quay.ts', sha: hashOfNumber(12), print: brace },
    { path: 'src/quay.ts', sha: hashOfNumber(12), print: lines(2)[0] ?? null },
  ]
  const answered = await makeBlameLines({ unitOfWork: team.unitOfWork })(scope, { lines: asked })
  const answers = answered.lines.map((place) => answered.answers[place])
  expect(answers[0]?.session?.id).toBe(session)
  expect(answers[1]).toMatchObject({ origin: 'person', session: null, confidence: 0.7 })
})
