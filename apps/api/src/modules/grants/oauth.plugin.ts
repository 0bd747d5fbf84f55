import { parse } from 'node:querystring'
import { DomainError } from '@teamlore/core'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { OAUTH_PATHS } from './addresses.ts'
import { askedByDevice, askedOf, type Query, withBody, withForm } from './forms.ts'
import type { GrantUseCases } from './grants.use-cases.ts'
import { type OAuthError, readRegistration } from './registration.ts'
import { registerWellKnown } from './well-known.ts'

type Deps = {
  useCases: Pick<GrantUseCases, 'oauthServer' | 'oauthState' | 'takesClientDocuments'>
  publicUrl: string
}

const FORM = 'application/x-www-form-urlencoded'
/** What the library would read of one. */
const MAX_FORM_BYTES = 56 * 1024

/** The authorization server under /oauth, and the documents by which clients find it. */
export const registerOAuth = (app: FastifyInstance, deps: Deps): void => {
  registerWellKnown(app, deps.publicUrl, deps.useCases.takesClientDocuments)
  const hand = handing(deps)
  const schema = { hide: true }
  const doors: FastifyPluginAsync = async (scope) => {
    // The library reads bodies itself; forms are looked at before.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const read = { parseAs: 'string', bodyLimit: MAX_FORM_BYTES } as const
    scope.addContentTypeParser(FORM, read, (_request, body, done) => done(null, body))
    const { authorization, token, revocation } = OAUTH_PATHS
    scope.get(authorization, { schema }, (request, reply) => {
      request.raw.url = `${authorization}?${askedOf(request.query as Query, deps.publicUrl)}`
      return hand(request.raw, reply)
    })
    scope.get(`${authorization}/:id`, { schema }, ({ raw }, reply) => hand(raw, reply))
    for (const url of [token, revocation])
      scope.post(url, { schema }, (request, reply) =>
        hand(withForm(request, deps.publicUrl), reply),
      )
  }
  app.register(doors)
  app.register(deviceDoor(hand, deps.publicUrl))
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
  (hand: ReturnType<typeof handing>, publicUrl: string): FastifyPluginAsync =>
  async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
      done(null, parse(String(body))),
    )
    scope.post(
      OAUTH_PATHS.device_authorization,
      { schema: { hide: true }, config: { limit: 'begin' } },
      (request, reply) => {
        const form = askedByDevice(request.body as Query, publicUrl)
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

const overfull = (error: unknown): OAuthError => {
  if (!(error instanceof DomainError)) throw error
  return { error: 'temporarily_unavailable', error_description: error.message }
}
