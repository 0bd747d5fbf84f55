import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { makeAskBackfill, makeBackfill } from './backfill.ts'
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
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    standIn = await start()
    world = await createHostedWorld(database, standIn)
    await world.remember('Exports are retried five times.', { anchors })
    for (const [number, fields] of [
      [1, { state: 'closed', merged: true }],
      [2, { state: 'closed' }],
      [3, { state: 'open' }],
      [4, { state: 'closed', merged: true }],
      [5, { state: 'open' }],
    ] as const)
      world.harbourRepository.pullRequests.push(pullRequest({ number, ...fields }))
    await world.read()
  })
  afterEach(() => standIn[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())

  const ask = (merged: number) =>
    makeAskBackfill(world.deps)(world.admin, { id: world.integration, backfill: { merged } })
  const run = (maxTurns?: number) =>
    makeBackfill({ ...world.deps, maxTurns })(grantSystemScope(world.admin.teamId), {
      integrationId: world.integration,
    })
  const listed = () =>
    world.stored<{ number: number; wait: number }>(
      `select number, extract(epoch from not_before - asked_at)::int as wait from teamlore.pull_requests
      where team_id = '${world.admin.teamId}' order by not_before, number`,
    )

  describe('pull requests of before', () => {
    test('are listed once, open ones and the last merged ones, each with a turn of its own', async () => {
      await ask(1)
      await run()
      expect((await listed()).map(({ wait }) => wait)).toEqual([0, 4, 8])
      expect((await listed()).map(({ number }) => number).sort()).toEqual([3, 4, 5])
      expect((await listed())[2]?.number).toBe(4)
      const asked = standIn.state.asked.length
      await run()
      expect(standIn.state.asked).toHaveLength(asked)
      expect(await listed()).toHaveLength(3)
    })

    test('get a comment where they are open, and none where they are over', async () => {
      await ask(5)
      await run()
      await world.answer()
      expect(world.harbourRepository.comments.map(({ number }) => number).sort()).toEqual([3, 5])
      expect(
        await world.stored(
          `select number, outcome from teamlore.pull_requests where team_id = '${world.admin.teamId}' and outcome is not null order by number`,
        ),
      ).toEqual([
        { number: 1, outcome: 'merged' },
        { number: 4, outcome: 'merged' },
      ])
      await ask(5)
      await run()
      await world.answer()
      expect(world.harbourRepository.comments).toHaveLength(2)
    })

    test('wait where the host asks for it, and what was listed before is not listed again', async () => {
      const merger = standIn.add({ name: 'acme/merger', url: 'https://github.com/acme/merger' })
      merger.pullRequests.push(pullRequest({ number: 9 }))
      await world.read()
      await ask(0)
      standIn.fail({ ...standIn.routes.pullRequestsOf(merger), status: 429 })
      await expect(run()).rejects.toMatchObject({ failure: 'limited' })
      expect((await listed()).map(({ number }) => number).sort()).toEqual([3, 5])
      await run()
      expect((await listed()).map(({ number }) => number).sort()).toEqual([3, 5, 9])
    })

    test('wait for the next look where there are more than are looked at in time', async () => {
      const merger = standIn.add({ name: 'acme/merger', url: 'https://github.com/acme/merger' })
      merger.pullRequests.push(pullRequest({ number: 9 }))
      await world.read()
      await ask(0)
      await run(2)
      expect((await listed()).map(({ number }) => number).sort()).toEqual([3, 5])
      await run(2)
      expect((await listed()).map(({ number }) => number).sort()).toEqual([3, 5, 9])
    })

    test('of a repository that the app does not reach any more are left aside, and an admin reads why', async () => {
      await ask(0)
      standIn.fail({ ...standIn.routes.pullRequestsOf(world.harbourRepository), status: 404 })
      await run()
      expect(await listed()).toEqual([])
      const [row] = await world.stored<{ error: string | null }>(
        `select error from teamlore.integrations where id = '${world.integration}'`,
      )
      expect(row?.error).toBeTruthy()
    })

    test('wait while the host does not take the token or the key, and are listed once it does', async () => {
      const merger = standIn.add({ name: 'acme/merger', url: 'https://github.com/acme/merger' })
      merger.pullRequests.push(pullRequest({ number: 9 }))
      await world.read()
      await ask(1)
      standIn.endTokens()
      const another = { method: 'POST', path: /\/access_tokens$/, status: 401 }
      standIn.fail(another, another, another, another)
      await run()
      expect(await listed()).toEqual([])
      const states = () =>
        world.stored<{ is_waiting: boolean; is_done: boolean; error: string | null }>(
          `select r.backfill = 1 as is_waiting, r.backfilled_at is not null as is_done, i.error
          from teamlore.integration_repositories r join teamlore.integrations i on i.id = r.integration_id
          where i.id = '${world.integration}' and r.full_name in ('acme/harbour', 'acme/merger')`,
        )
      const [first, second] = await states()
      expect(first).toEqual({ is_waiting: true, is_done: false, error: expect.any(String) })
      expect(second).toEqual(first)
      standIn.state.faults.length = 0
      standIn.giveTokens()
      await run()
      expect((await listed()).map(({ number }) => number).sort()).toEqual([3, 4, 5, 9])
    })

    test('of a repository without a project are not asked for', async () => {
      const other = standIn.add({ name: 'acme/else', url: 'https://github.com/acme/else' })
      other.pullRequests.push(pullRequest({ number: 9 }))
      await world.read()
      await ask(0)
      await run()
      expect((await listed()).map(({ number }) => number).sort()).toEqual([3, 5])
    })
  })
})
