import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSetRequired } from './set-required.ts'
import { createCommenting } from './testing/commenting.ts'
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
  })
  afterEach(() => standIn[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())

  const names = async () =>
    (
      await world.stored<{ name: string }>(
        `select full_name as name from teamlore.integration_repositories
        where integration_id = '${world.integration}' order by full_name`,
      )
    ).map(({ name }) => name)
  /** The app is on it no more. */
  const takeOff = (...gone: string[]) => {
    standIn.state.repositories = standIn.state.repositories.filter(
      ({ name }) => !gone.includes(name),
    )
  }

  describe('a repository that the host does not name any more', () => {
    test('goes, unless somebody has set what its check asks for, or dismissed something there', async () => {
      const set = standIn.add({ name: 'acme/set', url: 'https://github.com/acme/set' })
      standIn.add({ name: 'acme/plain', url: 'https://github.com/acme/plain' })
      await world.read()
      await makeSetRequired(world.deps)(world.admin, {
        id: world.integration,
        set: { repository: String(set.id), required: ['invariant'] },
      })
      world.harbourRepository.pullRequests.push(pullRequest())
      const talk = createCommenting(world)
      await talk.link(world.scope.userId, 8_001)
      await world.remember('Exports are retried five times.', { anchors })
      await world.push()
      await world.answer()
      await talk.write({ body: '/lore dismiss 1', author: 8_001 })
      await world.answer()
      takeOff('acme/set', 'acme/plain', 'acme/harbour')
      world.later(1_000)
      await world.read()
      expect(await names()).toEqual(['acme/harbour', 'acme/set'])
    })

    test('stays where its installation is suspended', async () => {
      await world.read()
      if (standIn.kind !== 'github') return
      standIn.state.suspended.push(world.harbourRepository.installation)
      world.later(1_000)
      await world.read()
      expect(await names()).toEqual(['acme/harbour'])
      standIn.state.suspended.length = 0
      takeOff('acme/harbour')
      world.later(1_000)
      await world.read()
      expect(await names()).toEqual([])
    })
  })
})
