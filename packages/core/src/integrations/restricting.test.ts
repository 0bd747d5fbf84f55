import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn, StandInRepository } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSetProject } from '../projects/manage-projects.ts'
import {
  anchors,
  createHostedWorld,
  type HostedWorld,
  pullRequest,
  STAND_INS,
} from './testing/hosted-world.ts'

describe.each(STAND_INS)('$kind: a project that is restricted', ({ start }) => {
  let database: TestDatabase
  let standIn: HostStandIn
  let world: HostedWorld
  let merger: StandInRepository
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    standIn = await start()
    world = await createHostedWorld(database, standIn)
    merger = standIn.add({ name: 'acme/merger', url: 'https://github.com/acme/merger' })
    for (const one of [world.harbourRepository, merger]) one.pullRequests.push(pullRequest())
  })
  afterEach(() => standIn[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())

  const restrict = () =>
    makeSetProject(world)(world.admin, { id: world.merger, is_restricted: true })
  const show = async (visibility: 'public' | 'internal' | 'private') => {
    Object.assign(merger, { visibility, isPrivate: visibility !== 'public' })
    await world.remember('Quokka is of the merger.', { project: world.merger, anchors })
    await world.remember('Zebra is of the harbour.', { anchors })
    for (const one of [merger, world.harbourRepository]) await world.push(one)
    await world.answer()
    expect(merger.comments[0]?.body).toContain('Quokka')
  }

  test.each([
    { visibility: 'public', state: 'open' },
    { visibility: 'public', state: 'closed' },
    { visibility: 'internal', state: 'open' },
  ] as const)(
    'leaves nothing in the comment and the check of one that is $visibility and $state',
    async ({ visibility, state }) => {
      await show(visibility)
      Object.assign(merger.pullRequests[0] ?? {}, { state })
      await restrict()
      await world.answer()
      expect(merger.comments).toHaveLength(1)
      expect(merger.comments[0]?.body).not.toContain('Quokka')
      expect(JSON.stringify(merger.checks)).not.toContain('Quokka')
      expect(world.harbourRepository.comments[0]).toMatchObject({ edits: 0 })
    },
  )

  test('keeps the comment of one that is private', async () => {
    await show('private')
    await restrict()
    await world.answer()
    expect(merger.comments[0]?.body).toContain('Quokka')
  })
})
