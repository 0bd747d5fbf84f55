import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn, StandInPullRequest } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCommenting } from './testing/commenting.ts'
import {
  createHostedWorld,
  type HostedWorld,
  newCommit,
  PATH,
  pullRequest,
  STAND_INS,
} from './testing/hosted-world.ts'

describe.each(STAND_INS)('$kind:', ({ start }) => {
  let database: TestDatabase
  let standIn: HostStandIn
  let world: HostedWorld
  let pull: StandInPullRequest
  let account = 7_000
  const AUTHOR = 778
  const FIRST = newCommit()
  const RULE = 'We always use `TideClock` for times, never `Date`.'
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    standIn = await start()
    world = await createHostedWorld(database, standIn)
    account += 1
    await createCommenting(world).link(world.scope.userId, account)
    pull = pullRequest({ author: AUTHOR, state: 'closed', merged: true, files: [] })
    world.harbourRepository.pullRequests.push(pull)
    follow('@@ -10,2 +10,2 @@\n-a\n-b\n+c\n+d')
  })
  afterEach(() => standIn[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())

  /** What changed after the review. */
  const follow = (
    patch: string,
    status: 'modified' | 'removed' = 'modified',
    of = 'ahead',
    from = FIRST,
  ) => {
    world.harbourRepository.comparisons[`${from}...${pull.head}`] = {
      status: of,
      files: [{ filename: PATH, status, changes: 4, patch }],
    }
  }

  type Said = {
    author?: number
    type?: 'User' | 'Bot'
    line?: number
    replyTo?: number | null
    commit?: string
  }

  const review = (
    body: string,
    { author = account, type = 'User', line = 11, replyTo = null, commit = FIRST }: Said = {},
  ) =>
    world.harbourRepository.lineComments.push({
      id: standIn.state.nextId++,
      number: 3,
      body,
      path: PATH,
      line: null,
      side: 'RIGHT',
      app: null,
      author: { id: author, type },
      replyTo,
      original: { commit, line },
    })

  const look = async () => {
    await world.push(undefined, { action: 'closed' })
    await world.answer()
  }
  /** As if it had not been looked at. */
  const forget = () =>
    world.stored(
      `update teamlore.pull_requests set learned_at = null where team_id = '${world.admin.teamId}' returning 1`,
    )
  const drafts = async () =>
    (await world.memories()).map(({ kind, statement, status, origin }) => ({
      kind,
      statement,
      status,
      origin,
    }))

  describe('what a reviewer wrote and the author followed', () => {
    test('becomes a draft in the origin of a member, once, with the thread as its evidence', async () => {
      review(`${RULE} Otherwise summer time moves the tides.`)
      await look()
      await look()
      await forget()
      await look()
      expect(await drafts()).toEqual([
        { kind: 'convention', statement: RULE, status: 'draft', origin: 'human' },
      ])
      const [memory] = await world.memories()
      expect(await world.memory(memory?.id ?? '')).toMatchObject({
        reason: 'Otherwise summer time moves the tides.',
        anchors: [{ path: PATH }],
        evidence: [{ kind: 'document', ref: expect.stringMatching(/\/line-comments\/|#note_/) }],
      })
    })

    test('is of the reviewer, new or known already, and so goes with them', async () => {
      await world.remember('We never keep a berth for a late ship.')
      for (const said of [RULE, 'We never keep a berth for a late ship.']) review(said)
      await look()
      const found = await world.stored<{ by: string }>(
        `select user_id as by from teamlore.memory_evidence where kind = 'document' and team_id = '${world.admin.teamId}'
          union all select author_id from teamlore.memories where status = 'draft' and team_id = '${world.admin.teamId}'`,
      )
      expect(found.map(({ by }) => by)).toEqual(Array(3).fill(world.scope.userId))
    })

    test('becomes none again once somebody has turned it down', async () => {
      review(RULE)
      await look()
      await world.stored(
        `update teamlore.memories set status = 'archived' where team_id = '${world.admin.teamId}' returning 1`,
      )
      await forget()
      await look()
      expect(await drafts()).toMatchObject([{ status: 'archived' }])
    })

    test('is learned when it was merged, and nothing of what is written afterwards', async () => {
      review(RULE)
      await look()
      review('We never keep a berth for a ship that is late.')
      await look()
      expect(await drafts()).toHaveLength(1)
    })

    test('is of the web where who wrote it is no member, and waits for a person', async () => {
      review(RULE, { author: 999_999 })
      await look()
      expect(await drafts()).toMatchObject([{ status: 'draft', origin: 'web' }])
    })

    test('holds no secret that stood in it', async () => {
      review('We never commit the key AKIAIOSFODNN7EXAMPLQ to this repository.')
      await look()
      expect(JSON.stringify(await drafts())).not.toContain('AKIAIOSFODNN7')
    })

    test('is three drafts at most', async () => {
      for (const name of ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo'])
        review(`We always call \`${name}${name}\` before the ${name.toLowerCase()} harbour opens.`)
      await look()
      expect(await drafts()).toHaveLength(3)
    })

    test('is learned once where the host or the worker fails in between', async () => {
      review(RULE)
      standIn.fail({ ...standIn.routes.comparison, status: 503 })
      await look()
      expect(await drafts()).toEqual([])
      world.later(20 * 60_000)
      await world.answer()
      expect(await drafts()).toHaveLength(1)
      expect(await world.waiting()).toEqual([])
    })
  })

  describe('nothing is learned', () => {
    const compared = () =>
      standIn.state.asked.filter(({ path }) => standIn.routes.comparison.path.test(path)).length
    const isNothing = async () => {
      await look()
      expect(await drafts()).toEqual([])
    }

    test('of lines that were not changed afterwards, or of a file that went', async () => {
      review(RULE, { line: 40 })
      await isNothing()
      await forget()
      world.harbourRepository.lineComments.length = 0
      review(RULE)
      follow('@@ -10,2 +0,0 @@\n-a\n-b', 'removed')
      await isNothing()
    })

    test('where the branch was written anew, or the commit is there no more', async () => {
      review(RULE)
      follow('@@ -10,2 +10,2 @@\n-a\n-b\n+c\n+d', 'modified', 'diverged')
      await isNothing()
      await forget()
      world.harbourRepository.comparisons = {}
      await isNothing()
      expect(await world.waiting()).toEqual([])
    })

    test('of who opened the pull request, of a program, of an answer and of a command', async () => {
      review(RULE, { author: AUTHOR })
      review(RULE, { type: 'Bot' })
      review(RULE, { replyTo: 1 })
      review(`/lore remember ${RULE}`)
      await isNothing()
    })

    test('of what was written on the last commit, of which nothing is compared', async () => {
      review(RULE, { commit: pull.head })
      standIn.state.asked.length = 0
      await isNothing()
      expect(compared()).toBe(0)
    })

    test('of comments on more commits than are compared', async () => {
      for (let n = 0; n < 11; n += 1) {
        const commit = newCommit()
        review(RULE, { commit, line: n === 10 ? 11 : 40 })
        follow('@@ -10,2 +10,2 @@\n-a\n-b\n+c\n+d', 'modified', 'ahead', commit)
      }
      standIn.state.asked.length = 0
      await isNothing()
      expect(compared()).toBe(10)
    })

    test('of one that was not merged', async () => {
      pull.merged = false
      review(RULE)
      await isNothing()
    })
  })
})
