import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeListDismissals, makeUndoDismissal } from './dismissals.ts'
import { type Commenting, createCommenting } from './testing/commenting.ts'
import {
  anchors,
  createHostedWorld,
  type HostedWorld,
  PATH,
  pullRequest,
  STAND_INS,
} from './testing/hosted-world.ts'

describe.each(STAND_INS)('$kind:', ({ start }) => {
  let database: TestDatabase
  let standIn: HostStandIn
  let world: HostedWorld
  let talk: Commenting
  let account = 3_000
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    standIn = await start()
    world = await createHostedWorld(database, standIn)
    talk = createCommenting(world)
    world.harbourRepository.pullRequests.push(pullRequest())
    account += 1
    await talk.link(world.scope.userId, account)
  })
  afterEach(() => standIn[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())

  const look = async () => {
    await world.push()
    await world.answer()
  }
  const say = async (body: string, author = account) => {
    await talk.write({ body, author })
    await world.answer()
  }
  const rules = async () =>
    (await makeListDismissals(world.deps)(world.admin, { id: world.integration })).items
  const RETRIED = 'Exports are retried five times.'
  const OFFSET = 'Exports write their offset first.'

  describe('what is dismissed', () => {
    test('by its number is shown neither in the comment nor in the check, here and on the next pull request', async () => {
      const { id } = await world.remember(RETRIED, { anchors })
      await world.remember(OFFSET, { anchors })
      await look()
      const number = /(\d+) · [^\n]*retried/.exec(talk.main()?.body ?? '')?.[1]
      await say(`/lore dismiss ${number}`)
      expect(talk.main()?.body).not.toContain('retried')
      expect(talk.main()?.body).toContain('offset first')
      expect(JSON.stringify(world.harbourRepository.checks)).not.toContain('retried')
      expect(talk.answers()).toEqual([expect.stringContaining(`/lore undismiss ${id}`)])
      world.harbourRepository.pullRequests.push(pullRequest({ number: 4 }))
      await world.push(undefined, { number: 4 })
      await world.answer()
      const next = world.harbourRepository.comments.find((one) => one.number === 4)
      expect(next?.body).toContain('offset first')
      expect(next?.body).not.toContain('retried')
      expect(await rules()).toMatchObject([
        { memory_id: id, statement: RETRIED, path: '', via: 'comment', uses: 2 },
      ])
    })

    test('leaves nothing of a comment that showed nothing else', async () => {
      await world.remember(RETRIED, { anchors })
      await look()
      await say('/lore dismiss')
      expect(talk.main()?.body).toMatch(/^Nothing of what the team knows/)
      expect(await rules()).toMatchObject([{ uses: 1 }])
    })

    test('on a path is shown elsewhere', async () => {
      const lib = { path: 'lib/a.ts', symbol: null, start_line: 1, end_line: 1, content_hash: null }
      const { id } = await world.remember(RETRIED, { anchors: [...anchors, lib] })
      await look()
      await say('/lore dismiss 1 lib')
      expect(talk.main()?.body).toContain('retried')
      await say(`/lore dismiss ${id} src/`)
      expect(talk.main()?.body).not.toContain('retried')
      expect((await rules()).map(({ path, uses }) => [path, uses])).toEqual([
        ['src', 1],
        ['lib', 0],
      ])
    })

    test('for a reason, which is no path, is shown nowhere', async () => {
      await world.remember(RETRIED, { anchors })
      await look()
      await say('/lore dismiss 1 not relevant here')
      expect(talk.main()?.body).not.toContain('retried')
      expect(await rules()).toMatchObject([{ path: '' }])
      expect(talk.answers()[0]).not.toContain('path')
    })

    test('is shown again once that is undone, by a comment or by an admin', async () => {
      await world.remember(RETRIED, { anchors })
      await look()
      await say('/lore dismiss 1')
      await say('/lore undismiss 1')
      expect(talk.main()?.body).toContain('retried')
      await say('/lore dismiss 1')
      const [rule] = await rules()
      await makeUndoDismissal(world.deps)(world.admin, { id: (rule?.id ?? '') as never })
      await expect(
        makeUndoDismissal(world.deps)(world.admin, { id: (rule?.id ?? '') as never }),
      ).rejects.toMatchObject({ code: 'integration.dismissal_not_found' })
      await look()
      expect(talk.main()?.body).toContain('retried')
      expect(await rules()).toEqual([])
      expect(
        await world.stored(
          `select action from teamlore.audit_events where team_id = '${world.admin.teamId}'
          and action like '%dismissed' order by id`,
        ),
      ).toMatchObject([
        { action: 'integration.dismissed' },
        { action: 'integration.undismissed' },
        { action: 'integration.dismissed' },
        { action: 'integration.undismissed' },
      ])
    })

    test('is nothing that the comment never showed, nor by somebody else', async () => {
      const { id: secret } = await world.remember('Quokka is private.', {
        visibility: 'private',
        anchors,
      })
      await world.remember(RETRIED, { anchors })
      await look()
      await say('/lore dismiss 9')
      await say(`/lore dismiss ${secret}`)
      await say('/lore dismiss 1', 999_999)
      expect(await rules()).toEqual([])
      expect(talk.main()?.body).toContain('retried')
      expect(new Set(talk.answers().map((text) => text.split('\n')[0]))).toEqual(
        new Set([expect.stringMatching(/^Which one/)]),
      )
      for (const body of ['/lore dismiss ../x', '/lore dismiss 1 ../x', '/lore dismiss 1 a/../b'])
        expect(await talk.write({ body, author: account })).toEqual({ state: 'ignored' })
    })

    test('twice, or after a kill before the answer, makes one rule and one answer', async () => {
      await world.remember(RETRIED, { anchors })
      await look()
      standIn.fail({ ...standIn.routes.newComment, status: 502, isDone: true })
      await say('/lore dismiss 1')
      for (let tries = 0; tries < 3; tries += 1) {
        world.later(60_000)
        await world.answer()
      }
      expect(talk.answers()).toHaveLength(1)
      expect(await rules()).toHaveLength(1)
      expect(talk.main()?.body).not.toContain('retried')
    })

    test('goes with its memory', async () => {
      const { id } = await world.remember(RETRIED, { anchors })
      await look()
      await say('/lore dismiss 1')
      await world.stored(`delete from teamlore.memories where id = '${id}' returning 1`)
      expect(await rules()).toEqual([])
    })
  })

  describe('a thumb turned down on the comment', () => {
    const turn = (author: number, at = Date.now() + 5_000, type: 'User' | 'Bot' = 'User') => {
      const comment = talk.main()
      if (comment) comment.thumbs = [{ author, at: new Date(at).toISOString(), type }]
    }

    test('of a member dismisses the only item, when it is looked at again', async () => {
      await world.remember(RETRIED, { anchors })
      await look()
      turn(account)
      await look()
      expect(talk.main()?.body).not.toContain('retried')
      expect(await rules()).toMatchObject([{ via: 'reaction' }])
    })

    test.each([
      ['of nobody who is a member', () => turn(999_999)],
      ['of a program', () => turn(account, undefined, 'Bot')],
      ['from before the item was shown', () => turn(account, Date.now() - 60_000)],
    ])('%s dismisses nothing', async (_of, turned) => {
      await world.remember(RETRIED, { anchors })
      await look()
      turned()
      await look()
      expect(await rules()).toEqual([])
    })

    test('dismisses none of several, as nobody knows which was meant', async () => {
      await world.remember(RETRIED, { anchors })
      await world.remember(OFFSET, { anchors })
      await look()
      turn(account)
      await look()
      expect(await rules()).toEqual([])
    })

    test('from before an undo does not bring it back', async () => {
      await world.remember(RETRIED, { anchors })
      await look()
      turn(account)
      await look()
      world.later(10_000)
      await say('/lore undismiss 1')
      world.later(10_000)
      await look()
      expect(await rules()).toEqual([])
      expect(talk.main()?.body).toContain('retried')
    })
  })

  describe('a later version of the comment', () => {
    test('says in one line what is new, changed and gone, and keeps the numbers', async () => {
      const first = await world.remember(RETRIED, { anchors })
      await look()
      expect(talk.main()?.body).not.toContain('Since the version before')
      await world.remember(OFFSET, { anchors })
      await look()
      expect(talk.main()?.body).toContain('Since the version before: new: 2.')
      const { edits } = talk.main() ?? {}
      await look()
      expect(talk.main()?.edits).toBe(edits)
      await world.stored(
        `update teamlore.memories set stale_reason = 'x' where id = '${first.id}' returning 1`,
      )
      await say('/lore dismiss 2')
      expect(talk.main()?.body).toMatch(/Since the version before: .*gone: 2\./)
      expect(talk.main()?.body).toMatch(/1 · [^\n]*retried/)
    })
  })

  describe('/lore ask', () => {
    test('is answered with what everybody may read who reads the repository, and nothing else', async () => {
      await world.remember('Exports are retried because the bank drops calls.')
      await world.remember('Quokka1 exports are private.', { visibility: 'private' })
      await world.remember('Quokka2 exports are a draft.', { draft: true })
      await world.remember('Quokka3 exports of the merger.', { project: world.merger })
      await say('/lore ask why are exports retried?')
      expect(talk.answers()).toHaveLength(1)
      expect(talk.answers()[0]).toContain('the bank drops calls')
      expect(talk.answers()[0]).not.toMatch(/Quokka|why are exports/)
      await say('/lore ask visibility:private Quokka1 exports')
      await say('/lore ask type:message exports')
      expect(talk.answers().join()).not.toContain('Quokka')
    })

    test('of what nobody knows says so, and a question without an end is none', async () => {
      await world.remember('Exports are retried because the bank drops calls.')
      await say('/lore ask xylophone tuning?')
      expect(talk.answers()[0]).toMatch(/^Nothing is known of this/)
      expect(await talk.write({ body: `/lore ask ${'x'.repeat(600)}`, author: account })).toEqual({
        state: 'ignored',
      })
    })
  })

  describe('a comment beside a line', () => {
    const line = (start: number) => [
      { path: PATH, symbol: null, start_line: start, end_line: start, content_hash: null },
    ]
    test('is answered in its thread, for that file and line, once', async () => {
      await world.remember('Line ten calls the bank.', { anchors: line(10) })
      await world.remember('Line ninety closes the file.', { anchors: line(90) })
      // The change adds two lines before: 92 was 90.
      const on = { path: PATH, line: 92 }
      await talk.write({ body: '/lore why', author: account, on, delivery: 'a' })
      await talk.hear(world.harbourRepository.lineComments[0]?.id ?? 0, {
        body: '/lore why',
        on,
        delivery: 'b',
      })
      await world.answer()
      expect(talk.replies()).toHaveLength(1)
      expect(talk.replies()[0]?.body).toContain('Line ninety')
      expect(talk.replies()[0]?.body).not.toContain('Line ten')
      expect(talk.answers()).toEqual([])
    })

    test('asks for the whole file where nothing is about the line, and of another pull request for nothing', async () => {
      await world.remember('Line ten calls the bank.', { anchors: line(10) })
      await talk.write({ body: '/lore why', author: account, on: { path: PATH, line: null } })
      await world.answer()
      expect(talk.replies()[0]?.body).toContain('Line ten')
      await talk.write({ body: '/lore why', author: account, on: { path: PATH, line: 3 } })
      const [, , other] = world.harbourRepository.lineComments
      if (other) other.number = 8
      await world.answer()
      expect(talk.replies()).toHaveLength(1)
    })
  })
})
