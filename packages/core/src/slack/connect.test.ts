import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SlackStandIn } from '@teamlore/hosts/testing'
import type { SlackId } from '@teamlore/shared/ids'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeFinishSlack, makeKeepSlackKeys, makeStartSlack } from './connect.ts'
import { makeTestSlack } from './manage.ts'
import { createSlackWorld, type SlackWorld, startSlack } from './testing/slack-world.ts'

let database: TestDatabase
let slack: SlackStandIn
let world: SlackWorld
const MINUTE_MS = 60_000

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  slack = await startSlack()
  world = await createSlackWorld(database, slack)
})
afterEach(() => slack[Symbol.asyncDispose]())
afterAll(() => database[Symbol.asyncDispose]())

const giveKeys = async (id: SlackId = world.id) => {
  const { clientId, clientSecret, signingSecret } = slack.state.app
  const { install_url } = await makeKeepSlackKeys(world.deps)(world.admin, {
    id,
    keys: { client_id: clientId, client_secret: clientSecret, signing_secret: signingSecret },
  })
  return new URL(install_url ?? '').searchParams.get('state') ?? ''
}

const finish = (state: string) =>
  makeFinishSlack(world.deps)(world.admin, { code: slack.giveCode(), state })

describe('keys of an app that is connected', () => {
  test('are taken without losing its token', async () => {
    slack.state.app.signingSecret = 'a-new-signing-secret'
    await giveKeys()
    expect(await makeTestSlack(world.deps)(world.admin, { id: world.id })).toMatchObject({
      findings: [{ ok: true }, { ok: true }, { ok: true }],
    })
    await world.remember('Exports are retried, zebra says so.')
    await world.mention('Why are exports retried?')
    await world.answer()
    expect(world.public()).toContain('zebra')
  })

  test('are taken where those that it has open no more', async () => {
    await world.stored(
      `update teamlore.slack_apps set sealed = 'x' where id = '${world.id}' returning 1`,
    )
    expect(await finish(await giveKeys())).toMatchObject({ state: 'connected' })
  })
})

describe('a workspace may answer', () => {
  test('for an hour after the keys were given, however long ago it was begun', async () => {
    world.later(3 * 60 * MINUTE_MS)
    const state = await giveKeys()
    world.later(59 * MINUTE_MS)
    expect(await finish(state)).toMatchObject({ state: 'connected' })
    const { id } = await makeStartSlack(world.deps)(world.admin, {
      web_url: slack.webUrl,
      by_socket: false,
    })
    world.later(59 * MINUTE_MS)
    const late = await giveKeys(id as SlackId)
    world.later(61 * MINUTE_MS)
    await expect(finish(late)).rejects.toMatchObject({ code: 'integration.answer_unknown' })
  })

  test('with the time that it was given alone', async () => {
    const [id, , secret] = (await giveKeys()).split('.')
    world.later(61 * MINUTE_MS)
    const forged = [id, world.now().getTime().toString(36), secret].join('.')
    await expect(finish(forged)).rejects.toMatchObject({ code: 'integration.answer_unknown' })
    await expect(finish(`${id}.x`)).rejects.toMatchObject({ code: 'integration.answer_unknown' })
  })
})
