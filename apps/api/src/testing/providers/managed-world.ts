import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { expect } from 'vitest'
import { bearer } from '../edge-app.ts'
import { openSignInWorld, PUBLIC_URL } from '../sign-in-world.ts'

export const MCP = `${PUBLIC_URL}/mcp`
export const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

export type Sent = Record<string, string>
export type ManagedWorld = Awaited<ReturnType<typeof openManagedWorld>>

/** A world with a provider at which Ana has signed in, and a client that it vouches for. */
export const openManagedWorld = async (log?: FastifyBaseLogger) => {
  // The clock of this world is that of its beginning, however long the beginning takes.
  const began = Math.floor(Date.now() / 1000)
  // The second is the same provider under another id, at which nobody has signed in.
  const home = await openSignInWorld([{ id: 'google', kind: 'google' }], 'localhost', log)
  await home.signedIn('ana')
  let seconds = 0

  const ask = async (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload?: object,
    role: 'admin' | 'member' = 'admin',
  ) =>
    home.world.app.inject({
      method,
      url,
      headers: bearer(home.us.keys[role]),
      ...(payload && { payload }),
    })

  const add = async (more: object = {}) => {
    const made = await ask('POST', '/v1/managed-clients', {
      name: 'Editor',
      provider: 'oidc',
      ...more,
    })
    expect(made.statusCode, made.body).toBe(201)
    return made.json() as { id: string; client_secret: string }
  }

  const client = await add()
  const claims = (more: Record<string, unknown> = {}) => {
    const now = began + seconds
    return {
      iss: home.oidc.issuer,
      sub: 'ana',
      aud: PUBLIC_URL,
      client_id: client.id,
      resource: MCP,
      jti: randomUUID(),
      iat: now,
      exp: now + 300,
      scope: 'read write',
      ...more,
    }
  }

  const token = async (assertion: string, more: Sent = {}, by = client) =>
    home.world.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${by.id}:${by.client_secret}`).toString('base64')}`,
      },
      payload: new URLSearchParams({ grant_type: GRANT, assertion, ...more }).toString(),
    })

  const vouched = async (more: Record<string, unknown> = {}, sent: Sent = {}, by = client) =>
    token(await home.oidc.vouch(claims({ client_id: by.id, ...more })), sent, by)

  /** What the client reads. */
  const refusalOf = async (more: Record<string, unknown>, sent: Sent = {}): Promise<string> => {
    const answer = await vouched(more, sent)
    expect(answer.statusCode, answer.body).toBe(400)
    const { error, error_description } = answer.json()
    return `${error}: ${error_description}`
  }

  const knock = async (access_token: string, method = 'initialize', params: object = HELLO) =>
    home.world.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...bearer(access_token), accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method, params },
    })
  const HELLO = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a client', version: '1' },
  }

  return {
    ...home,
    client,
    ask,
    add,
    claims,
    token,
    vouched,
    refusalOf,
    knock,
    /** Time goes on here and at the provider. */
    later: (s: number) => {
      home.wait(s * 1000)
      seconds += s
    },
  }
}
