import type { Consent } from '@teamlore/shared/clients'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  askAddress,
  connectSdk,
  LOOPBACK,
  type OAuthWorld,
  openOAuthWorld,
  type Person,
} from '../../testing/oauth-world.ts'

const AT = 'https://client.example/oauth/client.json'

/** What the site of the client answers; another fetch is the outside world, which a test has not. */
let site: (url: string) => Response
let home: OAuthWorld
let ann: Person
beforeAll(async () => {
  home = await openOAuthWorld({
    clientDocuments: true,
    fetchDocument: async (url) => site(String(url)),
  })
  ann = await home.openBrowser((await home.world.addTeam('Ann')).keys.owner)
})
afterAll(() => home[Symbol.asyncDispose]())

const documentWith = (more: object = {}) =>
  Response.json(
    {
      client_id: AT,
      client_name: 'A client with a document',
      redirect_uris: [LOOPBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...more,
    },
    { headers: { 'cache-control': 'no-store' } },
  )
beforeEach(() => {
  site = () => documentWith()
})

const ask = (clientId: string) => ann.go(askAddress(home, clientId).address)

test('a client that is known by a document connects without registering', async () => {
  const asked: string[] = []
  site = (url) => {
    asked.push(url)
    return documentWith()
  }
  const { client, kept } = await connectSdk(home, ann, AT)
  expect(kept.client.client_id).toBe(AT)
  expect(asked).toContain(AT)
  expect((await client.listTools()).tools.length).toBeGreaterThan(0)
  await client.close()
})

test('the page names the host of the document, which is what a person can judge', async () => {
  const id = await ann.open(askAddress(home, AT).address)
  const shown = (await (await ann.ask('GET', `/v1/consent/${id}`)).json()) as Consent
  expect(shown.client).toMatchObject({
    name: 'A client with a document',
    known_by: 'client.example',
  })
})

test.each([
  ['says that it is another client', { client_id: 'https://other.example/client.json' }],
  ['sends codes over plain HTTP', { redirect_uris: ['http://elsewhere.example/callback'] }],
  ['names a secret', { client_secret: 'a secret that all can read' }],
])('a document that %s lets nobody in', async (_why, more) => {
  site = () => documentWith(more)
  const answer = await ask('https://client.example/other/client.json')
  expect(answer.status).toBe(400)
  expect(answer.headers.get('location')).toBeNull()
})

test.each([
  ['is not there', () => new Response('', { status: 404 })],
  ['is a page', () => new Response('<p>no</p>', { headers: { 'content-type': 'text/html' } })],
  ['redirects', () => new Response('', { status: 302, headers: { location: AT } })],
  [
    'cannot be fetched',
    () => {
      throw new Error('no way out')
    },
  ],
])('a document that %s is answered in words, within the usual time', async (_why, given) => {
  site = given
  const answer = await ask('https://client.example/missing/client.json')
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('This client cannot be let in')
})

test('a document in a private network is not fetched', async () => {
  const guarded = await openOAuthWorld({ clientDocuments: true })
  try {
    const bob = await guarded.openBrowser((await guarded.world.addTeam('Bob')).keys.owner)
    const answer = await bob.go(askAddress(guarded, 'https://127.0.0.1/client.json').address)
    expect(answer.status).toBe(400)
  } finally {
    await guarded[Symbol.asyncDispose]()
  }
})

test('a server with documents off knows no such client', async () => {
  const closed = await openOAuthWorld()
  try {
    const bob = await closed.openBrowser((await closed.world.addTeam('Bob')).keys.owner)
    const answer = await bob.go(askAddress(closed, AT).address)
    expect(answer.status).toBe(400)
    const metadata = await fetch(`${closed.url}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).not.toHaveProperty('client_id_metadata_document_supported')
  } finally {
    await closed[Symbol.asyncDispose]()
  }
})
