import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { IngestMessage, SessionId } from '@teamlore/shared'
import type { IngestCommit } from '@teamlore/shared/commits'
import { reportPullRequestSchema } from '@teamlore/shared/pull-requests'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { makeLinkCommits } from '../linking/link-commits.ts'
import { makeLinkSession } from '../linking/link-session.ts'
import { makeCurate } from '../memories/curate.ts'
import { makeRemember } from '../memories/remember.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import { buildEdit, buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { projectWithCommits } from '../testing/project-with-commits.ts'
import { makeDrawOutcomes } from './draw-outcomes.ts'
import { makeReportPullRequest } from './report-pull-request.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const prints = (of: number): string[] =>
  Array.from({ length: 8 }, (_, n) => hashOfNumber(of * 100 + n).slice(0, 16))
const timeOf = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()
const side = (added: string[], removed: string[] = []) => ({
  added,
  removed,
  added_lines: added.length,
  removed_lines: removed.length,
})

/** The tide tables are cached, which takes the place of eight older lines. */
const OLD = prints(3)
const NEW = prints(1)
const tried = buildCommit(12, { subject: 'Cache the tide tables' }, side(NEW, OLD))
const takingBack = (n: number, of: number, subject: string, lines = side(OLD, NEW)) =>
  buildCommit(n, { subject, mentions: [{ relation: 'reverts', sha: hashOfNumber(of) }] }, lines)
const revert = takingBack(30, 12, 'Revert "Cache the tide tables"')

type Said = [minute: number, by: 'human' | 'assistant' | 'looks' | 'fails', words: string]

const messageOf = ([minute, by, words]: Said, ordinal: number): IngestMessage => {
  const ts = timeOf(minute)
  switch (by) {
    case 'human':
      return buildMessage(ordinal, { ts, role: 'user', kind: 'human', blocks: [text(words)] })
    case 'assistant':
      return buildMessage(ordinal, { ts, blocks: [text(words)] })
    case 'looks':
      return buildMessage(ordinal, {
        ts,
        blocks: [{ type: 'tool_call', id: null, name: 'Read', input: { file_path: words } }],
      })
    case 'fails':
      return buildMessage(ordinal, {
        ts,
        role: 'tool',
        kind: 'tool_result',
        blocks: [{ type: 'tool_result', tool_call_id: null, text: words, is_error: true }],
      })
  }
}

const setUp = async () => {
  const world = await createIngestWorld(database.engine)
  const { unitOfWork, teamId } = world.team
  const system = grantSystemScope(teamId)
  const draw = makeDrawOutcomes({ unitOfWork, curate: makeCurate({ unitOfWork }) })
  const project = () => projectWithCommits(database, teamId)
  const work = async (meanwhile = () => Promise.resolve<unknown>(undefined)) => {
    await makeLinkCommits({ unitOfWork })(system, { projectId: await project() })
    await meanwhile()
    return draw(system, { projectId: await project() })
  }
  const graves = () =>
    readAsOwner<{ statement: string; reason: string; quotes: string[] }>(
      database.engine,
      `select statement, reason, array(select quote from teamlore.memory_evidence e
            where e.memory_id = m.id and e.kind = 'message') as quotes
          from teamlore.memories m
          where team_id = '${teamId}' and kind = 'graveyard' and status = 'draft' order by id`,
    )
  return {
    commit: async (...commits: IngestCommit[]) => {
      await makeIngestCommits({ unitOfWork })(world.scope, buildCommits(...commits))
      return work()
    },
    /** Sends a session that wrote and removed these lines after its first message, and has it looked at. */
    say: async (native: string, said: Said[], added: string[] = [], removed: string[] = []) => {
      const last = said.at(-1)?.[0] ?? 0
      const ts = timeOf((said[0]?.[0] ?? 0) + 1)
      const edit = buildEdit(`e-${native}`, { ts, added, removed, message_key: 'm1' })
      const { sessions } = await world.send(
        buildSession({
          native_id: native,
          messages: said.map(messageOf),
          started_at: timeOf(said[0]?.[0] ?? 0),
          ended_at: timeOf(last),
          edits: added.length + removed.length > 0 ? [edit] : [],
        }),
      )
      const sessionId = sessions[0]?.session_id as SessionId
      await makeLinkSession({ unitOfWork })(system, { sessionId })
      return sessionId
    },
    work,
    reject: async (reason: string) => {
      const remember = makeRemember({ unitOfWork })
      await makeReportPullRequest({ unitOfWork, remember })(
        world.scope,
        reportPullRequestSchema.parse({
          project: 'acme/parser',
          number: 12,
          url: 'https://git.test/pull/12',
          reason,
          title: 'Cache the tide tables',
          state: 'rejected',
          commits: [tried.sha],
        }),
      )
      return (await graves())[0]
    },
    hide: (sessionId: SessionId) =>
      readAsOwner(
        database.engine,
        `update teamlore.sessions set private_to = user_id where id = '${sessionId}' returning 1`,
      ),
    graves,
  }
}

const BEGUN: Said[] = [
  [28, 'human', 'Please revert the cache of the tide tables.'],
  [29, 'assistant', 'On it.'],
]
const WHY = 'The cache served stale tides after midnight, as nobody emptied it.'

test('a draft gets its reason when its session says it later, and then keeps it', async () => {
  const { commit, say, work, graves } = await setUp()
  await commit(tried)
  await say('reverts', BEGUN, OLD, NEW)
  expect(await commit(revert)).toMatchObject({ buried: 1, explained: 0 })
  expect(await graves()).toMatchObject([{ reason: '', quotes: [] }])
  await say('reverts', [...BEGUN, [31, 'assistant', `Reverted. ${WHY}`]], OLD, NEW)
  expect(await work()).toMatchObject({ buried: 0, explained: 1 })
  expect(await graves()).toMatchObject([{ reason: WHY, quotes: [WHY] }])
  await say('reverts', [...BEGUN, [31, 'assistant', `Reverted. ${WHY}`]], OLD, NEW)
  expect(await work()).toMatchObject({ buried: 0, explained: 0 })
})

test('what a session says after it was made private is not put beside a draft of the team', async () => {
  const { commit, say, work, hide, graves } = await setUp()
  await commit(tried)
  const session = await say('reverts', BEGUN, OLD, NEW)
  await commit(revert)
  await say('reverts', [...BEGUN, [31, 'assistant', `Reverted. ${WHY}`]], OLD, NEW)
  expect(await work(() => hide(session))).toMatchObject({ explained: 0 })
  expect(await graves()).toMatchObject([{ reason: '', quotes: [] }])
})

test('a reason is quoted from the session that tried it, where a person took it back without one; never from a private one', async () => {
  const said: Said[] = [
    [10, 'human', 'Cache the tides.'],
    [12, 'assistant', 'Done.'],
    [14, 'human', `${WHY} I take it back by hand, leave it.`],
  ]
  const open = await setUp()
  await open.say('tries', said, NEW, OLD)
  await open.commit(tried, revert)
  expect((await open.graves())[0]?.reason).toContain(WHY)
  const closed = await setUp()
  await closed.hide(await closed.say('tries', said, NEW, OLD))
  await closed.commit(tried, revert)
  expect(await closed.graves()).toMatchObject([{ reason: '', quotes: [] }])
})

test.each([
  ['which looked at the file', { path: 'src/parser.ts', isPrivate: false }, WHY],
  ['which looked at it and is private', { path: 'src/parser.ts', isPrivate: true }, ''],
  ['which did not look at it', { path: 'src/other.ts', isPrivate: false }, ''],
])(
  'from a session in between %s its answer is quoted, or not',
  async (_, { path, isPrivate }, reason) => {
    const { commit, say, hide, graves } = await setUp()
    await commit(tried)
    const session = await say('asks', [
      [20, 'human', 'Somebody ran aground at one in the morning. Why?'],
      [21, 'looks', path],
      [22, 'assistant', WHY],
    ])
    if (isPrivate) await hide(session)
    await commit(revert)
    expect((await graves())[0]?.reason).toBe(reason)
  },
)

test('a failing test is quoted where the order says no more than that', async () => {
  const { commit, say, graves } = await setUp()
  await commit(tried)
  const failed = '✗ tides of the next day\n  expected 1.40 to be 2.10'
  await say(
    'reverts',
    [
      [26, 'fails', failed],
      [28, 'human', 'revert it'],
      [29, 'assistant', 'Ok.'],
    ],
    OLD,
    NEW,
  )
  await commit(revert)
  expect((await graves())[0]?.reason).toContain('expected 1.40 to be 2.10')
})

test('bringing work back is no failure of its revert', async () => {
  const { commit, graves } = await setUp()
  await commit(tried)
  await commit(takingBack(30, 12, 'Take the store of heights out'))
  expect(await graves()).toHaveLength(1)
  await commit(takingBack(40, 30, 'Reapply "Cache the tide tables"', side(NEW, OLD)))
  expect(await graves()).toEqual([])
})

const undoing = (n: number, subject: string, added: string[], more: Partial<IngestCommit> = {}) =>
  buildCommit(n, { subject, ...more }, side(added, NEW))

test.each([
  ['what undoes it without a word', undoing(30, 'Ask for tides directly', OLD), 1],
  ['another try the next day', undoing(30, 'Keep tides in a file', prints(5)), 0],
  [
    'what is moved to another file',
    undoing(30, 'Share the tide tables', [], {
      files: [
        { ...tried.files[0], ...side([], NEW) },
        { ...tried.files[0], ...side(NEW), path: 'src/shared.ts', status: 'added' },
      ] as IngestCommit['files'],
    }),
    0,
  ],
  [
    'what is cleared away after a month',
    undoing(30, 'Delete the importer', [], { authored_at: timeOf(40 * 24 * 60) }),
    0,
  ],
  [
    'what is taken out after a month, as its subject says',
    undoing(30, 'Take the cache out', [], { authored_at: timeOf(40 * 24 * 60) }),
    1,
  ],
])('%s is distinguished from a failure', async (_, later, drafts) => {
  const { commit, graves } = await setUp()
  await commit(tried)
  await commit(later)
  expect(await graves()).toHaveLength(drafts)
})

test('a change that was turned down without a word has its reason from the session that wrote it', async () => {
  const { commit, say, reject } = await setUp()
  await say(
    'writes',
    [
      [10, 'human', 'Cache the tides.'],
      [14, 'human', `${WHY} Let us drop this.`],
    ],
    NEW,
    OLD,
  )
  await commit(tried)
  expect(await reject('')).toMatchObject({ reason: WHY, quotes: [WHY] })
})
