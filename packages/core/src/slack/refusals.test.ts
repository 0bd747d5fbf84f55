import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SlackStandIn } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
  const own = await world.remember('Exports are retried by quokka.', { visibility: 'private' })
  await world.approve(own.id)
})
afterEach(() => slack[Symbol.asyncDispose]())
afterAll(() => database[Symbol.asyncDispose]())

const QUESTION = 'Why are exports retried?'
const asks = () =>
  world.stored<{ state: string; error: string | null; sealed: string | null }>(
    `select state, error, sealed from teamlore.slack_asks where team_id = '${world.admin.teamId}' order by id`,
  )

describe('an answer', () => {
  test('that Slack refuses for good is answered one sentence to who asked, once', async () => {
    slack.fail({ method: 'chat.postMessage', code: 'restricted_action' })
    await world.mention(QUESTION)
    slack.fail({ method: 'users.info', code: 'token_revoked' })
    await world.command(QUESTION)
    await world.answer()
    await world.answer()
    expect(slack.state.messages).toEqual([])
    expect(slack.state.ephemerals).toMatchObject([{ to: 'UANN' }, { to: 'UANN' }])
    for (const { text } of slack.state.ephemerals) expect(text).toContain('I could not do this')
    expect(await asks()).toMatchObject([{ state: 'failed' }, { state: 'failed' }])
  })

  test('whose refusal cannot be said at once is refused later', async () => {
    slack.fail(
      { method: 'chat.postMessage', code: 'restricted_action' },
      { method: 'chat.postEphemeral', status: 429, headers: { 'retry-after': '1' } },
    )
    await world.mention(QUESTION)
    await world.answer()
    expect(await world.waiting()).toHaveLength(1)
    slack.fail({ method: 'chat.postMessage', code: 'restricted_action' })
    await world.answer()
    expect(slack.state.ephemerals).toHaveLength(1)
    expect(await asks()).toMatchObject([{ state: 'failed' }])
  })
})
