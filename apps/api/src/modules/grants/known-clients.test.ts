import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KnownClient } from '../../testing/connecting/known-client.types.ts'
import { KNOWN_CLIENTS } from '../../testing/connecting/known-clients.ts'
import {
  type OAuthWorld,
  openOAuthWorld,
  type Person,
  type Tokens,
} from '../../testing/oauth-world.ts'

let home: OAuthWorld
let ann: Person
beforeAll(async () => {
  home = await openOAuthWorld()
  ann = await home.openBrowser((await home.world.addTeam('Ann')).keys.owner)
})
afterAll(() => home[Symbol.asyncDispose]())

type Registered = { client_id: string; client_secret?: string; redirect_uris: string[] }
type Document = Record<string, unknown>

const rpc = (method: string, params: object = {}, id: number | null = 1) => ({
  jsonrpc: '2.0',
  method,
  params,
  ...(id !== null && { id }),
})

/** One request to /mcp as the client sends it, with its token once it has one. */
const send = (
  { first, headers, protocol }: KnownClient,
  message: object | undefined,
  { method = 'POST', token = '', accept = first.accept } = {},
) =>
  fetch(`${home.url}${first.path}`, {
    method,
    headers: {
      ...headers,
      accept,
      ...(token !== '' && { authorization: `Bearer ${token}`, 'mcp-protocol-version': protocol }),
      ...(message && { 'content-type': 'application/json' }),
    },
    ...(message && { body: JSON.stringify(message) }),
  })

const initialize = ({ name, protocol }: KnownClient) =>
  rpc('initialize', {
    protocolVersion: protocol,
    capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: {} },
    clientInfo: { name, version: '1.0.0' },
  })

/** What an answer says, as a stream or in JSON. */
const read = async (answer: Response): Promise<Document> => {
  const text = await answer.text()
  const data = /^data: (.*)$/m.exec(text)?.[1]
  return JSON.parse(data ?? text) as Document
}

const isRefused = async (client: KnownClient): Promise<void> => {
  const refused = await send(client, initialize(client))
  expect(refused.status).toBe(401)
  const challenge = refused.headers.get('www-authenticate') ?? ''
  expect(challenge).toMatch(/^Bearer /)
  expect(challenge).toContain('resource_metadata="')
  // Some read a refusal as JSON.
  expect(await refused.json()).toHaveProperty('error')
}

const discovers = async ({ discovers: paths, headers }: KnownClient): Promise<void> => {
  for (const path of paths) {
    const answer = await fetch(`${home.url}${path}`, { headers })
    expect([path, answer.status]).toEqual([path, 200])
    expect([path, answer.headers.get('content-type')]).toEqual([
      path,
      expect.stringContaining('application/json'),
    ])
    const said = (await answer.json()) as Document
    expect([path, said]).toMatchObject(
      path.includes('protected-resource')
        ? [path, { resource: home.mcp, authorization_servers: [home.url] }]
        : [path, { issuer: home.url, registration_endpoint: `${home.url}/oauth/register` }],
    )
  }
}

/** The last one counts: it is what a client keeps that registers again each time. */
const registers = async ({ registers: bodies, headers }: KnownClient): Promise<Registered> => {
  let last: Registered | undefined
  for (const body of bodies) {
    const answer = await fetch(`${home.url}/oauth/register`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const said = (await answer.json()) as Registered
    expect([answer.status, said]).toMatchObject([
      201,
      {
        redirect_uris: body['redirect_uris'],
        grant_types: body['grant_types'],
        token_endpoint_auth_method: body['token_endpoint_auth_method'],
      },
    ])
    // Who says that it keeps no secret is given none.
    expect(said.client_secret !== undefined).toBe(body['token_endpoint_auth_method'] !== 'none')
    expect(said.client_id).not.toBe(last?.client_id)
    last = said
  }
  if (last === undefined) throw new Error('nothing was registered')
  return last
}

const resourceOf = ({ asks: { resource }, first }: KnownClient): string =>
  resource === 'as given' ? `${home.url}${first.path}` : home.mcp

const asks = async (client: KnownClient, { client_id }: Registered, challenge: string) => {
  const { resource: _spelled, ...more } = client.asks
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    redirect_uri: client.redirectUri,
    resource: resourceOf(client),
    ...more,
  }))
    if (value !== null) query.set(name, value)
  const to = await ann.answer(await ann.open(`${home.url}/oauth/authorize?${query}`))
  expect(to.href.startsWith(client.redirectUri)).toBe(true)
  expect(to.searchParams.get('state')).toBe(client.asks.state)
  return to.searchParams.get('code') ?? ''
}

const trades = async (
  client: KnownClient,
  { client_id, client_secret = '' }: Registered,
  body: Record<string, string>,
): Promise<Tokens> => {
  const { secret, names } = client.tokens
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const answer = await fetch(`${home.url}/oauth/token`, {
    method: 'POST',
    headers: {
      ...client.headers,
      'content-type': 'application/x-www-form-urlencoded',
      ...(secret === 'basic' && { authorization: `Basic ${basic}` }),
    },
    body: new URLSearchParams({
      ...body,
      ...(secret !== 'basic' && { client_id }),
      ...(secret === 'post' && { client_secret }),
      ...(names && { resource: resourceOf(client) }),
    }),
  })
  const tokens = (await answer.json()) as Tokens
  expect([answer.status, tokens]).toMatchObject([
    200,
    { token_type: 'Bearer', expires_in: 3600, scope: 'read write lorebook' },
  ])
  expect(answer.headers.get('cache-control')).toContain('no-store')
  return tokens
}

const works = async (client: KnownClient, { access_token: token }: Tokens): Promise<void> => {
  const begun = await send(client, initialize(client), { token })
  expect(begun.status).toBe(200)
  expect(await read(begun)).toMatchObject({ result: { protocolVersion: client.protocol } })
  const said = await send(client, rpc('notifications/initialized', {}, null), { token })
  expect(said.status).toBe(202)
  const tools = await read(await send(client, rpc('tools/list', {}, 2), { token }))
  expect(JSON.stringify(tools)).toContain('lore_remember')
  const called = await read(
    await send(client, rpc('tools/call', { name: 'lore_search', arguments: { query: 'x' } }, 3), {
      token,
    }),
  )
  expect(called).toMatchObject({ id: 3, result: { content: expect.anything() } })
}

/** This server keeps no session: both are refused in a way that the clients take for just that, and never as a wrong token. */
const streamsAndEnds = async (client: KnownClient, { access_token: token }: Tokens) => {
  const { streams, ends } = client
  const accept = 'text/event-stream'
  if (streams)
    expect((await send(client, undefined, { method: 'GET', token, accept })).status).toBe(405)
  if (ends) expect((await send(client, undefined, { method: 'DELETE', token })).status).toBe(405)
}

describe.each(KNOWN_CLIENTS)('$name, as documented, not seen', (client) => {
  test('comes in, works, renews its token and goes', async () => {
    await isRefused(client)
    await discovers(client)
    const registered = await registers(client)
    const verifier = randomBytes(48).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const code = await asks(client, registered, challenge)
    const tokens = await trades(client, registered, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: client.redirectUri,
      code_verifier: verifier,
    })
    await works(client, tokens)
    await streamsAndEnds(client, tokens)
    const next = await trades(client, registered, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    })
    await works(client, next)
  })
})

test('each of them says where it is documented', () => {
  for (const { name, sources } of KNOWN_CLIENTS)
    expect([name, sources.length > 0 && sources.every((one) => URL.canParse(one))]).toEqual([
      ...[name, true],
    ])
})
