import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  anchors,
  createHostedWorld,
  type HostedWorld,
  newCommit,
  pullRequest,
  STAND_INS,
} from './testing/hosted-world.ts'

describe.each(STAND_INS)('$kind:', ({ start }) => {
  let database: TestDatabase
  let standIn: HostStandIn
  let world: HostedWorld
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    standIn = await start()
    world = await createHostedWorld(database, standIn)
    await world.remember('Exports are retried five times.', { anchors })
    world.harbourRepository.pullRequests.push(pullRequest())
  })
  afterEach(() => standIn[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())

  const comments = () => world.harbourRepository.comments

  describe('a pull request has one comment', () => {
    test('that says what the change touches, and is changed by later pushes only where that changes', async () => {
      await world.push(undefined, { action: 'opened' })
      await world.answer()
      expect(comments()).toMatchObject([{ number: 3, edits: 0 }])
      expect(comments()[0]?.body).toContain('Exports are retried five times.')

      await world.push()
      await world.answer()
      expect(comments()).toMatchObject([{ edits: 0 }])

      await world.remember('Exports write their offset first.', { anchors })
      await world.push()
      await world.answer()
      expect(comments()).toMatchObject([{ edits: 1 }])
      expect(comments()[0]?.body).toContain('offset first')
    })

    test('and none where nothing is worth saying, nor a check', async () => {
      world.harbourRepository.pullRequests = [
        pullRequest({
          files: [
            { filename: 'README.md', status: 'modified', changes: 1, patch: '@@ -1 +1 @@\n-a\n+b' },
          ],
        }),
      ]
      await world.push()
      await world.answer()
      expect(comments()).toEqual([])
      expect(world.harbourRepository.checks).toEqual([])
      expect(await world.waiting()).toEqual([])
    })

    test('that says shortly when nothing is left', async () => {
      await world.push()
      await world.answer()
      world.harbourRepository.pullRequests = [pullRequest({ files: [] })]
      await world.push()
      await world.answer()
      expect(comments()).toHaveLength(1)
      expect(comments()[0]?.body).toMatch(
        /^Nothing of what the team knows bears on this change any more/,
      )
    })

    test('that stays as it is once the pull request is closed', async () => {
      await world.push()
      await world.answer()
      world.harbourRepository.pullRequests = [pullRequest({ state: 'closed', files: [] })]
      await world.push(undefined, { action: 'closed' })
      await world.answer()
      expect(comments()[0]?.body).toContain('Exports are retried')
    })

    test('with a check beside the lines of each commit, which is advice', async () => {
      await world.push()
      await world.answer()
      const [first] = world.harbourRepository.pullRequests
      await world.push()
      await world.answer()
      const { checks } = world.harbourRepository
      expect(checks).toMatchObject([{ commit: first?.head, body: { name: 'Teamlore' } }])
      expect(standIn.verdictOf(checks[0]?.body ?? {})).toBe('passes')
      if (first) first.head = newCommit()
      await world.push()
      await world.answer()
      expect(world.harbourRepository.checks).toHaveLength(2)
    })
  })

  describe('whatever goes wrong, there are never two comments and none is lost', () => {
    test('where an event comes twice, and twice at once', async () => {
      const sent = await Promise.all([
        world.push(undefined, { delivery: 'same' }),
        world.push(undefined, { delivery: 'same' }),
      ])
      expect(sent.map(({ state }) => state).sort()).toEqual(['known', 'taken'])
      expect(await world.push(undefined, { delivery: 'same' })).toEqual({ state: 'known' })
      await world.answer()
      expect(comments()).toHaveLength(1)
    })

    test('where events come in another order than they were sent', async () => {
      world.harbourRepository.pullRequests = [pullRequest({ state: 'closed' })]
      await world.push(undefined, { action: 'closed' })
      await world.push(undefined, { action: 'opened' })
      await world.answer()
      expect(comments()).toEqual([])
    })

    test('where two workers take the same pull request', async () => {
      await world.push()
      const [one] = await world.waiting()
      if (one === undefined) throw new Error('nothing waits')
      const both = await Promise.allSettled([world.answerOne(one), world.answerOne(one)])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await world.answer()
      expect(comments()).toHaveLength(1)
    })

    test('where the host is asked too often: it is left alone for as long as it says', async () => {
      standIn.fail({ ...standIn.routes.newComment, status: 429, headers: { 'retry-after': '70' } })
      await world.push()
      await world.answer()
      expect(comments()).toEqual([])
      const [row] = await world.stored<{ wait: number; error: string }>(
        `select extract(epoch from not_before - now())::int as wait, error from teamlore.pull_requests
        where team_id = '${world.admin.teamId}'`,
      )
      expect(row?.wait).toBeGreaterThan(50)
      expect(row?.error).toContain('left alone')
      world.later(71_000)
      await world.answer()
      expect(comments()).toHaveLength(1)
      expect(await world.waiting()).toEqual([])
    })

    test('where a token of an installation was ended before its time', async () => {
      if (standIn.kind !== 'github') return
      await world.push()
      await world.answer()
      standIn.tokens.endAll()
      await world.remember('Exports write their offset first.', { anchors })
      await world.push()
      await world.answer()
      expect(comments()).toMatchObject([{ edits: 1 }])
    })

    test.each([500, 502, 0])(
      'where the host fails with %i before it does anything',
      async (status) => {
        standIn.fail({ ...standIn.routes.newComment, status })
        await world.push()
        await world.answer()
        expect(comments()).toEqual([])
        world.later(60_000)
        await world.answer()
        expect(comments()).toHaveLength(1)
      },
    )

    test.each([502, 0])(
      'where the comment was made and the answer is lost with %i',
      async (status) => {
        standIn.fail({ ...standIn.routes.newComment, status, isDone: true })
        await world.push()
        await world.answer()
        expect(comments()).toHaveLength(1)
        world.later(60_000)
        await world.answer()
        expect(comments()).toHaveLength(1)
        expect(await world.waiting()).toEqual([])
        await world.remember('Exports write their offset first.', { anchors })
        await world.push()
        await world.answer()
        expect(comments()).toMatchObject([{ edits: 1 }])
      },
    )

    test('where the worker is killed between the comment and writing it down', async () => {
      await world.push()
      const [one] = await world.waiting()
      if (one === undefined) throw new Error('nothing waits')
      const killed = {
        ...world.host,
        createComment: async (...asked: Parameters<typeof world.host.createComment>) => {
          await world.host.createComment(...asked)
          return new Promise<never>(() => undefined)
        },
      }
      void world.answerOne(one, killed)
      await expect.poll(() => comments().length).toBe(1)
      // What it held ends by itself.
      await expect(world.answerOne(one)).rejects.toThrow('Somebody else works')
      world.later(4 * 60_000)
      await world.answerOne(one)
      expect(comments()).toHaveLength(1)
      expect(await world.waiting()).toEqual([])
    })

    test('where the worker is killed before the comment', async () => {
      await world.push()
      const [one] = await world.waiting()
      if (one === undefined) throw new Error('nothing waits')
      let wasAsked = false
      const killed = {
        ...world.host,
        createComment: () => {
          wasAsked = true
          return new Promise<never>(() => undefined)
        },
      }
      void world.answerOne(one, killed)
      await expect.poll(() => wasAsked).toBe(true)
      world.later(4 * 60_000)
      await world.answerOne(one)
      expect(comments()).toHaveLength(1)
    })

    test('where it is not known any more, as after a new connection: the old comment is found', async () => {
      await world.push()
      await world.answer()
      await world.stored(
        `update teamlore.pull_requests set comment_id = null, comment_hash = null where team_id = '${world.admin.teamId}' returning 1`,
      )
      await world.push()
      await world.answer()
      expect(comments()).toMatchObject([{ edits: 0 }])
    })

    test('where somebody else writes the marker: theirs is left alone', async () => {
      comments().push({
        id: 1,
        number: 3,
        body: '<!-- teamlore:pull-request -->',
        app: null,
        edits: 0,
      })
      comments().push({
        id: 2,
        number: 3,
        body: '<!-- teamlore:pull-request -->',
        app: 99,
        edits: 0,
      })
      await world.push()
      await world.answer()
      expect(comments().map(({ app, edits }) => [app, edits])).toEqual([
        [null, 0],
        [99, 0],
        [standIn.own, 0],
      ])
    })

    test('where the comment was taken away: the next push says it again', async () => {
      await world.push()
      await world.answer()
      comments().length = 0
      await world.remember('Exports write their offset first.', { anchors })
      await world.push()
      await world.answer()
      await world.push()
      await world.answer()
      expect(comments()).toHaveLength(1)
    })

    test('where the keys do not open any more: an admin reads why, and it is done with', async () => {
      await world.push()
      await world.stored(
        `update teamlore.integrations set sealed = 'v1.a.b.c' where id = '${world.integration}' returning 1`,
      )
      await world.answer()
      const [row] = await world.stored<{ error: string | null }>(
        `select error from teamlore.integrations where id = '${world.integration}'`,
      )
      expect(row?.error).toBeTruthy()
      expect(await world.waiting()).toEqual([])
    })

    test('where this server fails: it is kept for later, and tried again', async () => {
      await world.push()
      const [one] = await world.waiting()
      if (one === undefined) throw new Error('nothing waits')
      const broken = { ...world.host, changes: () => Promise.reject(new Error('a bug')) }
      await expect(world.answerOne(one, broken)).rejects.toThrow('a bug')
      expect(await world.waiting()).toEqual([one])
      await world.answerOne(one)
      expect(comments()).toHaveLength(1)
    })

    test('where it was shut out: it is done with, and says why', async () => {
      standIn.shutOut()
      await world.push()
      await world.answer()
      const [delivery] = await world.stored<{ state: string; error: string }>(
        `select state, error from teamlore.hook_deliveries where team_id = '${world.admin.teamId}'`,
      )
      expect(delivery).toMatchObject({
        state: 'failed',
        error: expect.stringMatching(/installed|member/),
      })
      expect(await world.waiting()).toEqual([])
    })
  })
})
