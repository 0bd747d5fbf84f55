import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
    world.harbourRepository.pullRequests.push(pullRequest())
  })
  afterEach(() => standIn[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())

  const comments = () => world.harbourRepository.comments

  test('no other comment is made while the host may not show yet what it took', async () => {
    standIn.fail({ ...standIn.routes.newComment, status: 502, isDone: true })
    await world.push()
    const [one] = await world.waiting()
    if (one === undefined) throw new Error('nothing waits')
    await world.answerOne(one)
    world.later(6_000)
    await world.answerOne(one, { ...world.host, findComments: async () => [] })
    expect(comments()).toHaveLength(1)
    expect(await world.waiting()).toEqual([one])
    world.later(20_000)
    await world.answerOne(one)
    expect(comments()).toHaveLength(1)
    expect(await world.waiting()).toEqual([])
  })
})
