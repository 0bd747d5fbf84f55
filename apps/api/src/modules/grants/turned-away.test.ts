import { DEVICE_GRANT } from '@teamlore/shared/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UseCases } from '../../compose.ts'
import {
  askAddress,
  type OAuthWorld,
  openOAuthWorld,
  type Person,
} from '../../testing/oauth-world.ts'
import type { WorldTeam } from '../../testing/world.ts'

const DEVICE_CLIENT = {
  client_name: 'A client over SSH',
  redirect_uris: [],
  grant_types: [DEVICE_GRANT],
}

let home: OAuthWorld
let us: WorldTeam
let ann: Person
let clientId: string
beforeAll(async () => {
  home = await openOAuthWorld()
  us = await home.world.addTeam('Ann')
  ann = await home.openBrowser(us.keys.owner)
  clientId = (await home.register(DEVICE_CLIENT)).client_id
})
afterAll(() => home[Symbol.asyncDispose]())

const form = async (path: string, body: Record<string, string>) => {
  const answer = await fetch(`${home.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(body),
  })
  const said = (await answer.json()) as Record<string, string>
  const { error, error_description, user_code, device_code } = said
  return { status: answer.status, error, error_description, user_code, device_code }
}
const begin = (client_id: string) => form('/v1/device/code', { client_id, resource: home.mcp })
const denied = async () => {
  const listed = await ann.ask('GET', '/v1/audit?action=client.denied')
  return ((await listed.json()) as { items: object[] }).items
}

describe('a client that a person denies is an audit event', () => {
  test('on the page of consent', async () => {
    const { client_id } = await home.register()
    const id = await ann.open(askAddress(home, client_id).address)
    expect(await denied()).toEqual([])
    await ann.answer(id, { allow: false })
    expect(await denied()).toMatchObject([
      { user: { name: 'Ann' }, subject: { id: client_id, name: 'A client' }, given_by: null },
    ])
  })

  test('on the page /device, once, and none where it was let in', async () => {
    const before = (await denied()).length
    const { user_code } = await begin(clientId)
    const answer = (allow: boolean) =>
      ann.ask('POST', '/v1/device/answer', { user_code, allow, team: us.teamId })
    expect((await answer(false)).status).toBe(204)
    expect((await answer(false)).status).toBe(404)
    const found = await denied()
    expect(found).toHaveLength(before + 1)
    expect(found[0]).toMatchObject({ subject: { id: clientId, name: 'A client over SSH' } })
    const again = await begin(clientId)
    const body = { user_code: again.user_code, allow: true, team: us.teamId }
    expect((await ann.ask('POST', '/v1/device/answer', body)).status).toBe(204)
    expect(await denied()).toHaveLength(before + 1)
  })
})

describe('a client that a person denies is denied though that cannot be written down', () => {
  let deny: UseCases['denyClient']
  beforeAll(() => {
    deny = home.world.api.useCases.denyClient
    home.world.api.useCases.denyClient = async () => {
      throw new Error('the disk is full')
    }
  })
  afterAll(() => {
    home.world.api.useCases.denyClient = deny
  })

  test('on the page /device', async () => {
    const { user_code, device_code = '' } = await begin(clientId)
    const answered = await ann.ask('POST', '/v1/device/answer', { user_code, allow: false })
    expect(answered.status).toBe(204)
    const poll = { grant_type: DEVICE_GRANT, client_id: clientId, device_code }
    expect(await form('/oauth/token', poll)).toMatchObject({ status: 400, error: 'access_denied' })
  })

  test('on the page of consent', async () => {
    const { client_id } = await home.register()
    const id = await ann.open(askAddress(home, client_id).address)
    const to = await ann.answer(id, { allow: false })
    expect(to.searchParams.get('error')).toBe('access_denied')
  })
})

describe('who begins without a browser hears by the words of RFC 6749 §5.2', () => {
  test('that this server does not know the client', async () => {
    expect(await begin('nobody')).toMatchObject({ status: 401, error: 'invalid_client' })
  })

  test('that the client never said it comes in so', async () => {
    const { client_id } = await home.register()
    expect(await begin(client_id)).toMatchObject({
      status: 400,
      error: 'unauthorized_client',
      error_description: `${DEVICE_GRANT} is not allowed for this client`,
    })
  })

  test('that the request is wrong, where the client is right or is not named', async () => {
    expect(await form('/v1/device/code', { resource: home.mcp })).toMatchObject({
      status: 400,
      error: 'invalid_request',
    })
    const elsewhere = { client_id: clientId, resource: 'https://elsewhere.test/mcp' }
    expect(await form('/v1/device/code', elsewhere)).toMatchObject({
      status: 400,
      error: 'invalid_target',
    })
  })

  test('and at the other addresses what the library says', async () => {
    const { client_id } = await home.register()
    const poll = { grant_type: DEVICE_GRANT, client_id, device_code: 'x'.repeat(43) }
    expect(await form('/oauth/token', poll)).toMatchObject({
      status: 400,
      error: 'invalid_request',
    })
  })
})
