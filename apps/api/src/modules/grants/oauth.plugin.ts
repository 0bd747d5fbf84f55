import { parse } from 'node:querystring'
import { Readable } from 'node:stream'
import { DomainError } from '@teamlore/core'
import { CLIENT_SCOPES } from '@teamlore/shared/clients'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { OAUTH_PATHS } from './addresses.ts'
import type { GrantUseCases } from './grants.use-cases.ts'
import { type OAuthError, readRegistration } from './registration.ts'
import { registerWellKnown } from './well-known.ts'

type Deps = {
  useCases: Pick<GrantUseCases, 'oauthServer' | 'oauthState' | 'takesClientDocuments'>
  publicUrl: string
}

/** What of a request to be let in reaches the library. Much else that it knows is for OpenID Connect, which there is not here. */
const ASKED = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const

/** Of a client without a browser; its secret may be in there. */
const ASKED_BY_DEVICE = ['client_id', 'client_secret', 'resource'] as const

const FORM = 'application/x-www-form-urlencoded'

type Query = Record<string, string | string[] | undefined>

/** The authorization server under /oauth, and the documents by which clients find it. */
export const registerOAuth = (app: FastifyInstance, deps: Deps): void => {
  registerWellKnown(app, deps.publicUrl, deps.useCases.takesClientDocuments)
  const hand = handing(deps)
  const schema = { hide: true }
  const doors: FastifyPluginAsync = async (scope) => {
    // The library reads bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const { authorization, token, revocation } = OAUTH_PATHS
    scope.get(authorization, { schema }, (request, reply) => {
      request.raw.url = `${authorization}?${askedOf(request.query as Query)}`
      return hand(request.raw, reply)
    })
    scope.get(`${authorization}/:id`, { schema }, ({ raw }, reply) => hand(raw, reply))
    for (const url of [token, revocation])
      scope.post(url, { schema }, ({ raw }, reply) => hand(raw, reply))
  }
  app.register(doors)
  app.register(deviceDoor(hand))
  app.post(
    OAUTH_PATHS.registration,
    { schema, config: { limit: 'begin' } },
    async (request, reply) => {
      const read = readRegistration(request.body)
      if ('error' in read) return reply.code(400).send(read.error)
      const full = await deps.useCases.oauthState.makeRoom().catch(overfull)
      if (full) return reply.code(429).send(full)
      const json = { 'content-type': 'application/json' }
      return hand(withBody(request, JSON.stringify(read.body), json), reply)
    },
  )
}

/** Where a client begins that has no browser: published as `/v1/device/code`, where machines send JSON. */
const deviceDoor =
  (hand: ReturnType<typeof handing>): FastifyPluginAsync =>
  async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
      done(null, parse(String(body))),
    )
    scope.post(
      OAUTH_PATHS.device_authorization,
      { schema: { hide: true }, config: { limit: 'begin' } },
      (request, reply) => {
        const form = pick(request.body as Query, ASKED_BY_DEVICE)
        form.set('scope', scopeOf(request.body as Query))
        // The address that a person is shown is the one that this server saw.
        const seen = { 'content-type': FORM, 'x-forwarded-for': request.ip }
        return hand(withBody(request, form.toString(), seen), reply)
      },
    )
  }

/** Hands a request to the library, which writes its answer itself. */
const handing =
  ({ useCases, publicUrl }: Deps) =>
  async (raw: FastifyRequest['raw'], reply: FastifyReply): Promise<FastifyReply> => {
    const server = await useCases.oauthServer()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    await server.callback()(addressedTo(publicUrl, raw), reply.raw)
    return reply
  }

/** Who is asked is said by TEAMLORE_URL, never by a header. */
const addressedTo = (publicUrl: string, raw: FastifyRequest['raw']): FastifyRequest['raw'] => {
  const { host, protocol, pathname } = new URL(publicUrl)
  raw.headers.host = host
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete raw.headers['x-forwarded-host']
  return Object.assign(raw, { baseUrl: pathname.replace(/\/$/, '') })
}

const pick = (sent: Query, names: readonly string[]): URLSearchParams => {
  const picked = new URLSearchParams()
  for (const name of names)
    for (const value of [sent[name] ?? []].flat()) picked.append(name, value)
  return picked
}

/** Who asks for nothing in particular asks for all; everybody asks to read. */
const scopeOf = (sent: Query): string => {
  const named = new Set([sent['scope'] ?? ''].flat().join(' ').split(' '))
  const known = CLIENT_SCOPES.filter((scope) => named.has(scope))
  const scopes = known.length === 0 ? CLIENT_SCOPES : new Set(['read', ...known])
  return [...scopes].join(' ')
}

const askedOf = (query: Query): URLSearchParams => {
  const asked = pick(query, ASKED)
  asked.set('scope', scopeOf(query))
  // Everybody is asked anyway; who wants nobody to be asked is refused.
  if ([query['prompt'] ?? ''].flat().includes('none')) asked.set('prompt', 'none')
  return asked
}

/** The same request with another body. */
const withBody = (
  { raw }: FastifyRequest,
  body: string,
  more: Record<string, string>,
): FastifyRequest['raw'] => {
  const bytes = Buffer.from(body)
  const headers = {
    ...raw.headers,
    ...more,
    'content-length': String(bytes.length),
  }
  const { method, url, socket, httpVersion } = raw
  const again = Object.assign(Readable.from([bytes], { objectMode: false }), {
    headers,
    method,
    url,
    socket,
    httpVersion,
  })
  return again as unknown as FastifyRequest['raw']
}

const overfull = (error: unknown): OAuthError => {
  if (!(error instanceof DomainError)) throw error
  return { error: 'temporarily_unavailable', error_description: error.message }
}
