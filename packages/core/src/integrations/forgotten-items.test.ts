import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeForget } from '../forgetting/forget-one.ts'
import { type Commenting, createCommenting } from './testing/commenting.ts'
import {
  anchors,
  createHostedWorld,
  type HostedWorld,
  pullRequest,
  STAND_INS,
} from './testing/hosted-world.ts'

describe.each(STAND_INS)('$kind:', ({ start }) => {
  let database: TestDatabase
  let standIn: HostStandIn
  let world: HostedWorld
  let talk: Commenting
  let account = 8_500
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
  const RETRIED = 'Exports are retried five times.'

  describe('what was forgotten since it was shown', () => {
    const purge = (id: string) =>
      world.stored(`delete from teamlore.memories where id = '${id}' returning 1`)
    const hide = (id: string) =>
      world.stored(`with made as (insert into teamlore.deletions
        (id, team_id, kind, subject, requested_by, counts, hidden_at, purge_after)
        values ('del_${id}', '${world.admin.teamId}', 'memory', '${id}', '${world.scope.userId}', '{}', now(), now() + interval '1 day')
        returning id, team_id)
      insert into teamlore.hidden_records (team_id, id, deletion_id, kind)
        select team_id, '${id}', id, 'memory' from made returning 1`)
    const show = async (forget: typeof purge) => {
      const { id } = await world.remember(RETRIED, { anchors })
      await look()
      await forget(id)
    }

    test.each([
      ['purged', purge],
      ['hidden until then', hide],
    ])('and is %s is nothing that a comment can dismiss', async (_is, forget) => {
      await show(forget)
      await say('/lore dismiss 1')
      expect(talk.answers()[0]).toMatch(/^Which one/)
      expect(await world.waiting()).toEqual([])
    })

    test.each(['open', 'closed'] as const)(
      'leaves the comment and the check of one that is %s',
      async (state) => {
        const { id } = await world.remember(RETRIED, { anchors })
        await world.remember('Exports are compressed.', { anchors })
        await look()
        const [pull] = world.harbourRepository.pullRequests
        Object.assign(pull ?? {}, { state })
        await makeForget(world.deps)(world.admin, 'memory', { id })
        await world.answer()
        expect(talk.main()?.body).toContain('compressed')
        expect(talk.main()?.body).not.toContain('retried')
        expect(JSON.stringify(world.harbourRepository.checks)).not.toContain('retried')
      },
    )

    test('is nothing that a thumb dismisses', async () => {
      await show(hide)
      const comment = talk.main()
      if (comment)
        comment.thumbs = [{ author: account, at: new Date(Date.now() + 5_000).toISOString() }]
      await look()
      expect(talk.main()?.body).not.toContain('retried')
      expect(await world.waiting()).toEqual([])
    })
  })
})
