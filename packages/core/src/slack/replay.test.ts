import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SlackStandIn } from '@teamlore/hosts/testing'
import type { DeliveryId } from '@teamlore/shared/ids'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeListSlackDeliveries } from './manage.ts'
import { makeReplaySlackDelivery } from './replay.ts'
import { createSlackWorld, type SlackWorld, startSlack } from './testing/slack-world.ts'

let database: TestDatabase
let slack: SlackStandIn
let world: SlackWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  slack = await startSlack()
  world = await createSlackWorld(database, slack)
  await world.remember('Exports are retried, zebra says so.')
})
afterEach(() => slack[Symbol.asyncDispose]())
afterAll(() => database[Symbol.asyncDispose]())

const only = async () => {
  const { items } = await makeListSlackDeliveries(world.deps)(world.admin, {
    id: world.id,
    query: { limit: 10 },
  })
  return items[0]
}
const replay = async () =>
  makeReplaySlackDelivery(world.deps)(world.admin, { id: (await only())?.id as DeliveryId })

const failOnce = async () => {
  slack.fail({ method: 'chat.postMessage', code: 'restricted_action' })
  await world.mention('Why are exports retried?')
  await world.answer()
}

test('what failed is done again when an admin asks for it, once', async () => {
  await failOnce()
  expect(await only()).toMatchObject({ state: 'failed', can_replay: true })
  world.later(3 * 3_600_000)
  await replay()
  await world.answer()
  expect(await only()).toMatchObject({ state: 'done', can_replay: false })
  expect(slack.state.messages).toHaveLength(1)
  expect(world.public()).toContain('zebra')
  await expect(replay()).rejects.toMatchObject({ code: 'slack.delivery_over' })
  const audited = await world.stored<{ action: string }>(
    `select action from teamlore.audit_events where team_id = '${world.admin.teamId}' and action = 'slack.replayed'`,
  )
  expect(audited).toHaveLength(1)
})

test('what was asked is gone a day after it failed, and cannot be done again', async () => {
  await failOnce()
  await world.stored(
    `update teamlore.slack_asks set received_at = now() - interval '25 hours' where team_id = '${world.admin.teamId}' returning 1`,
  )
  await world.deps.unitOfWork.asSystem(({ slackSweep }) => slackSweep.forgetOld())
  expect(await only()).toMatchObject({ state: 'failed', can_replay: false })
  await expect(replay()).rejects.toMatchObject({ code: 'slack.delivery_over' })
})

test('another team has no such delivery', async () => {
  await failOnce()
  const id = (await only())?.id as DeliveryId
  await using elsewhere = await startSlack()
  const other = await createSlackWorld(database, elsewhere)
  await expect(makeReplaySlackDelivery(other.deps)(other.admin, { id })).rejects.toMatchObject({
    code: 'slack.delivery_not_found',
  })
})
