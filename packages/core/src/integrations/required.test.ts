import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn } from '@teamlore/hosts/testing'
import type { RequiredKind } from '@teamlore/shared/integrations'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSetRequired } from './set-required.ts'
import { type Commenting, createCommenting } from './testing/commenting.ts'
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
  let talk: Commenting
  let account = 5_000
  const AUTHOR = 777
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    standIn = await start()
    world = await createHostedWorld(database, standIn)
    talk = createCommenting(world)
    world.harbourRepository.pullRequests.push(pullRequest({ author: AUTHOR }))
    account += 2
    await talk.link(world.scope.userId, account)
    await talk.link(world.admin.userId, account + 1)
    await world.read()
  })
  afterEach(() => standIn[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())

  const askFor = (...required: RequiredKind[]) =>
    makeSetRequired(world.deps)(world.admin, {
      id: world.integration,
      set: { repository: String(world.harbourRepository.id), required },
    })
  const look = async () => {
    await world.push()
    await world.answer()
  }
  const say = async (body: string, author = account) => {
    await talk.write({ body, author })
    await world.answer()
  }
  const check = () => world.harbourRepository.checks.at(-1)?.body
  const verdict = () => standIn.verdictOf(check() ?? {})
  /** A host that shows no more than a line of a check has the rest in the comment. */
  const summary = () => JSON.stringify([check(), standIn.kind === 'gitlab' && talk.main()?.body])
  const STAYS = 'Exports are retried five times.'

  describe('a check that asks for an acknowledgement', () => {
    test('waits for it where such an item is touched, and is advice of others', async () => {
      await world.remember(STAYS, { anchors, kind: 'invariant' })
      await look()
      expect(verdict()).toBe('passes')
      await askFor('gotcha')
      await world.answer()
      expect(verdict()).toBe('passes')
      await askFor('invariant')
      await world.answer()
      expect(verdict()).toBe('waits')
      expect(summary()).toContain('/lore ack 1')
      await askFor()
      await world.answer()
      expect(verdict()).toBe('passes')
    })

    test('passes once a member who did not open the pull request has seen it, also after a push', async () => {
      await askFor('invariant')
      await world.remember(STAYS, { anchors, kind: 'invariant' })
      await look()
      const [pull] = world.harbourRepository.pullRequests
      if (pull) pull.author = account
      await say('/lore ack 1')
      expect(talk.answers()[0]).toMatch(/^Who opened/)
      expect(verdict()).toBe('waits')
      if (pull) pull.author = AUTHOR
      await say('/lore ack 1', 999_999)
      expect(verdict()).toBe('waits')
      await say('/lore ack 1')
      expect(verdict()).toBe('passes')
      expect(summary()).toContain('1 was acknowledged on')
      if (pull) pull.head = newCommit()
      await look()
      expect(verdict()).toBe('passes')
      expect(new Set(world.harbourRepository.checks.map(({ commit }) => commit)).size).toBe(2)
    })

    test('is overridden by an admin alone, with a trace, and asks again for what comes besides', async () => {
      await askFor('invariant')
      await world.remember(STAYS, { anchors, kind: 'invariant' })
      await look()
      await say('/lore override it is a hotfix')
      expect(talk.answers()[0]).toMatch(/^Only admins/)
      expect(verdict()).toBe('waits')
      expect(await talk.write({ body: '/lore override', author: account + 1 })).toEqual({
        state: 'ignored',
      })
      await say('/lore override it is a hotfix', account + 1)
      expect(verdict()).toBe('passes')
      expect(summary()).toContain('1 was overridden on')
      expect(summary()).not.toContain('hotfix')
      const events = await world.stored(
        `select action, user_id, details from teamlore.audit_events where team_id = '${world.admin.teamId}'
        and action = 'integration.check_overridden'`,
      )
      expect(events).toMatchObject([
        {
          user_id: world.admin.userId,
          details: { repository: 'acme/harbour', number: 3, items: 1 },
        },
      ])
      await world.remember('Exports write their offset first.', { anchors, kind: 'invariant' })
      await look()
      expect(verdict()).toBe('waits')
      expect(summary()).toContain('To be acknowledged: 2')
    })

    test('is there for each commit, also where nothing is said: the host waits for it', async () => {
      await askFor('invariant')
      await look()
      expect(verdict()).toBe('passes')
      expect(world.harbourRepository.comments).toEqual([])
    })

    test('is not passed by dismissing what it asks for', async () => {
      await askFor('invariant')
      await world.remember(STAYS, { anchors, kind: 'invariant' })
      await look()
      await say('/lore dismiss 1', account)
      expect(verdict()).toBe('waits')
      expect(talk.main()?.body).toContain(STAYS)
      await askFor()
      await world.answer()
      expect(talk.main()?.body).not.toContain(STAYS)
    })

    test('also asks for what did not fit among the items that are shown', async () => {
      await askFor('invariant')
      const { id } = await world.remember(STAYS, { anchors, kind: 'invariant' })
      for (const n of [1, 2, 3, 4, 5]) await world.remember(`Line ${n} of exports.`, { anchors })
      await world.stored(
        `update teamlore.memories set confidence = case id when '${id}' then 0.3 else 0.9 end
        where team_id = '${world.admin.teamId}' returning 1`,
      )
      await look()
      expect(talk.main()?.body.includes(STAYS)).toBe(standIn.kind === 'gitlab')
      expect(verdict()).toBe('waits')
      expect(summary()).toContain('/lore ack 6')
      expect(summary()).toContain(STAYS)
      await say('/lore ack 6')
      expect(verdict()).toBe('passes')
    })

    test('asks for what comes later and does not fit, and an override lets it pass', async () => {
      await askFor('invariant')
      for (const n of [1, 2, 3, 4, 5]) await world.remember(`Line ${n} of exports.`, { anchors })
      await look()
      expect(verdict()).toBe('passes')
      const { id } = await world.remember(STAYS, { anchors, kind: 'invariant' })
      await world.stored(
        `update teamlore.memories set confidence = case id when '${id}' then 0.3 else 0.9 end
        where team_id = '${world.admin.teamId}' returning 1`,
      )
      await look()
      expect(verdict()).toBe('waits')
      await say('/lore override it is a hotfix', account + 1)
      expect(verdict()).toBe('passes')
    })

    test('stays answerable where an item was forgotten since', async () => {
      await askFor('invariant')
      const forgotten = await world.remember(STAYS, { anchors, kind: 'invariant' })
      await look()
      await world.remember('Exports write their offset first.', { anchors, kind: 'invariant' })
      await look()
      await world.stored(`delete from teamlore.memories where id = '${forgotten.id}' returning 1`)
      await say('/lore ack 1')
      expect(talk.answers()[0]).toMatch(/^Which one/)
      expect(verdict()).toBe('waits')
      await say('/lore override it is a hotfix', account + 1)
      expect(verdict()).toBe('passes')
      expect(await world.waiting()).toEqual([])
    })

    test('is set on repositories of the app alone', async () => {
      await expect(
        makeSetRequired(world.deps)(world.admin, {
          id: world.integration,
          set: { repository: '1', required: ['invariant'] },
        }),
      ).rejects.toMatchObject({ code: 'integration.repository_not_found' })
      await askFor('tried', 'tried')
      await world.read()
      expect(
        await world.stored(
          `select required from teamlore.integration_repositories where integration_id = '${world.integration}'`,
        ),
      ).toEqual([{ required: ['tried'] }])
    })
  })
})
