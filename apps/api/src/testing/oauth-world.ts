import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import type { Consent } from '@teamlore/shared/clients'
import type { OutboundFetch } from '@teamlore/shared/outbound'
import type { FastifyBaseLogger } from 'fastify'
import type { SignInConfig } from '../modules/sign-in/sign-in-env.ts'
import { bearer } from './edge-app.ts'
import { openPathProxy } from './proxy/path-proxy.ts'
import { openWorld, type World } from './world.ts'

/** A port that was free a moment ago: the address of a server is part of what its tokens are for. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Where people reach the API: where it listens, or below a path of a host that passes nothing else on. */
const addressOf = async (at: string, below: Options['below']) => {
  if (below === undefined) return { url: at, proxy: undefined }
  const proxy = await openPathProxy({ ...below, upstream: () => at })
  return { url: `${proxy.origin}${below.path}`, proxy }
}

export type OAuthWorld = Awaited<ReturnType<typeof openOAuthWorld>>
export type Person = Awaited<ReturnType<OAuthDoors['openBrowser']>>
type Registered = { client_id: string; client_secret?: string }
export type Tokens = { access_token: string; refresh_token: string; scope: string }

type Options = {
  clientDocuments?: boolean
  fetchDocument?: OutboundFetch
  signIn?: SignInConfig
  /** Where a test looks at every row. */
  hasOwnDatabase?: boolean
  log?: FastifyBaseLogger
  /** A proxy before it, which serves it below a path. */
  below?: { path: string; isStripping: boolean }
}

/** The API on a port of its own, with a clock that goes on when it is moved, and only then, people with browsers, and clients. */
export const openOAuthWorld = async ({ below, ...options }: Options = {}) => {
  let time = Date.now()
  const port = await freePort()
  const { url, proxy } = await addressOf(`http://127.0.0.1:${port}`, below)
  const world = await openWorld({ publicUrl: url }, { now: () => new Date(time), ...options })
  await world.app.listen({ port, host: '127.0.0.1' })

  return {
    world,
    wait: (ms: number) => {
      time += ms
    },
    ...oauthAt(world, url),

    /** What the proxy was asked for and does not pass on. */
    refused: proxy?.refused ?? [],

    [Symbol.asyncDispose]: async () => {
      proxy?.close()
      await world[Symbol.asyncDispose]()
    },
  }
}

/** The doors that clients and browsers find of a world that listens at this address. */
export const oauthAt = (world: Pick<World, 'app'>, url: string) => {
  const post = (at: string, body: Record<string, string>) =>
    fetch(`${url}${at}`, { method: 'POST', body: new URLSearchParams(body) })

  return {
    url,
    mcp: `${url}/mcp`,

    /** A browser that came in by a link which was made with this key. */
    openBrowser: (key: string) => openBrowser(world, url, key),

    register: async (
      metadata: object = {},
    ): Promise<{ client_id: string; client_secret?: string }> => {
      const answered = await fetch(`${url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'A client', redirect_uris: [LOOPBACK], ...metadata }),
      })
      if (answered.status !== 201) throw new Error(`${answered.status}: ${await answered.text()}`)
      return (await answered.json()) as Registered
    },

    token: (body: Record<string, string>) => post('/oauth/token', body),
    revoke: (body: Record<string, string>) => post('/oauth/revoke', body),

    /** What the door of /mcp says to a token: 200, 401 or 403. */
    knock: (token: string, message: object = HELLO) =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          ...bearer(token),
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify(message),
      }),
  }
}

export type OAuthDoors = ReturnType<typeof oauthAt>

export const LOOPBACK = 'http://127.0.0.1:1/callback'

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a client', version: '1' },
  },
}

export type Answer = { allow?: boolean; scopes?: string[]; team?: string }

/** A person at a browser: it keeps cookies by their path, as browsers do, and follows the dashboard's page by hand. */
const openBrowser = async (world: Pick<World, 'app'>, url: string, key: string) => {
  const jar = new Map<string, { value: string; path: string }>()
  const go = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(address)
    const cookie = [...jar]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const response = await fetch(address, {
      redirect: 'manual',
      ...init,
      headers: {
        origin: new URL(url).origin,
        cookie,
        ...(init.body != null && { 'content-type': 'application/json' }),
        ...init.headers,
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/'
      if (value === '') jar.delete(name)
      else jar.set(name, { value, path })
    }
    return response
  }
  const link = await world.app.inject({
    method: 'POST',
    url: '/v1/sign-in-links',
    headers: bearer(key),
    payload: {},
  })
  const token = new URL(link.json().url).searchParams.get('token') ?? ''
  await go(`${url}/v1/sign-in`, { method: 'POST', body: JSON.stringify({ token }) })
  const ask = async (method: string, path: string, body?: object): Promise<Response> =>
    go(`${url}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })

  return {
    ask,
    go,
    /** Opens the address that a client shows; gives the id of the request that waits, as the page's address says it. */
    open: async (address: string | URL): Promise<string> => {
      const response = await go(String(address))
      const to = response.headers.get('location') ?? ''
      if (!to.startsWith(`${url}/consent/`))
        throw new Error(`${response.status} ${to} ${await response.text()}`)
      return to.slice(`${url}/consent/`.length)
    },
    /** Answers on the page; gives where the browser is sent in the end. */
    answer: async (id: string, { allow = true, scopes, team }: Answer = {}): Promise<URL> => {
      const shown = (await (await ask('GET', `/v1/consent/${id}`)).json()) as Consent
      const answered = await ask('POST', `/v1/consent/${id}`, {
        allow,
        team: team ?? shown.team.id,
        ...(scopes && { scopes }),
      })
      if (answered.status !== 200) throw new Error(`${answered.status} ${await answered.text()}`)
      const resumed = await go(((await answered.json()) as { url: string }).url)
      return new URL(resumed.headers.get('location') ?? '')
    },
  }
}

/** An address that asks to be let in, and what proves later that it was this client. */
export const askAddress = (
  { url, mcp }: Pick<OAuthWorld, 'url' | 'mcp'>,
  clientId: string,
  more: Record<string, string | null> = {},
): { address: string; verifier: string } => {
  const verifier = randomBytes(32).toString('base64url')
  const asked: Record<string, string | null> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: LOOPBACK,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: mcp,
    state: 'of the client',
    ...more,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== null) query.set(name, value)
  return { address: `${url}/oauth/authorize?${query}`, verifier }
}

/** A client that a person let in, by hand: what it holds. */
export const connect = async (
  home: Pick<OAuthDoors, 'url' | 'mcp' | 'register' | 'token'>,
  person: Person,
  {
    answer = {},
    clientId,
    ask = {},
  }: { answer?: Answer; clientId?: string; ask?: Record<string, string | null> } = {},
): Promise<Tokens & { client_id: string }> => {
  const client_id = clientId ?? (await home.register()).client_id
  const { address, verifier } = askAddress(home, client_id, ask)
  const to = await person.answer(await person.open(address), answer)
  const answered = await home.token({
    grant_type: 'authorization_code',
    client_id,
    code: to.searchParams.get('code') ?? '',
    redirect_uri: ask['redirect_uri'] ?? LOOPBACK,
    code_verifier: verifier,
  })
  if (answered.status !== 200) throw new Error(`${answered.status} ${await answered.text()}`)
  return { ...((await answered.json()) as Tokens), client_id }
}

type Kept = { [Name in 'client' | 'tokens' | 'verifier' | 'discovery' | 'asked']?: unknown }

/** The official client with its own OAuth flow; `person` opens what it shows. */
export const connectSdk = async (
  home: Pick<OAuthWorld, 'mcp'>,
  person: Pick<Person, 'open' | 'answer'>,
  clientMetadataUrl?: string,
  redirectUrl = LOOPBACK,
) => {
  const kept: Kept = {}
  const keep = (name: keyof Kept) => (value: unknown) => {
    kept[name] = value
  }
  const authProvider = {
    redirectUrl,
    ...(clientMetadataUrl && { clientMetadataUrl }),
    clientMetadata: {
      client_name: 'The official client',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'of the official client',
    clientInformation: () => kept.client,
    saveClientInformation: keep('client'),
    tokens: () => kept.tokens,
    saveTokens: keep('tokens'),
    redirectToAuthorization: keep('asked'),
    saveCodeVerifier: keep('verifier'),
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: keep('discovery'),
    discoveryState: () => kept.discovery,
  } as unknown as OAuthClientProvider
  const open = () => new StreamableHTTPClientTransport(new URL(home.mcp), { authProvider })
  const make = () => new Client({ name: 'test', version: '1.0.0' })

  const first = open()
  const refusal: unknown = await make()
    .connect(first)
    .catch((error: unknown) => error)
  if (!(kept.asked instanceof URL)) throw refusal
  const { asked } = kept
  const to = await person.answer(await person.open(asked))
  await first.finishAuth(to.searchParams)
  const client = make()
  await client.connect(open())
  return {
    client,
    asked,
    refusal,
    to,
    kept: kept as { client: { client_id: string }; tokens: Tokens },
  }
}
