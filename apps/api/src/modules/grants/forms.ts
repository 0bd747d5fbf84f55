import { Readable } from 'node:stream'
import { CLIENT_SCOPES } from '@teamlore/shared/clients'
import type { FastifyRequest } from 'fastify'
import { resourceOf } from './addresses.ts'

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

export type Query = Record<string, string | string[] | undefined>

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

/** What somebody asks for in a browser. */
export const askedOf = (query: Query, publicUrl: string): URLSearchParams => {
  const asked = respelled(pick(query, ASKED), publicUrl)
  asked.set('scope', scopeOf(query))
  // Everybody is asked anyway; who wants nobody to be asked is refused.
  if ([query['prompt'] ?? ''].flat().includes('none')) asked.set('prompt', 'none')
  return asked
}

export const askedByDevice = (body: Query, publicUrl: string): URLSearchParams => {
  const asked = respelled(pick(body, ASKED_BY_DEVICE), publicUrl)
  asked.set('scope', scopeOf(body))
  return asked
}

/**
 * People write the address with a slash at its end, or with `?toolsets=`, and some clients ask for what was written. It is the one
 * place here that tokens are for, and they are made for it as it is spelled.
 */
const respelled = (form: URLSearchParams, publicUrl: string): URLSearchParams => {
  const resource = resourceOf(publicUrl)
  const asked = form.getAll('resource').map((one) => (isSpelling(one, resource) ? resource : one))
  form.delete('resource')
  for (const one of new Set(asked)) form.append('resource', one)
  return form
}

const isSpelling = (asked: string, resource: string): boolean => {
  if (!URL.canParse(asked)) return false
  const { origin, pathname, username, hash } = new URL(asked)
  return username === '' && hash === '' && `${origin}${pathname}`.replace(/\/$/, '') === resource
}

/** The same request with what it was sent for spelled as tokens are made for it; what is no form stays as it came. */
export const withForm = (request: FastifyRequest, publicUrl: string): FastifyRequest['raw'] =>
  typeof request.body === 'string'
    ? withBody(request, respelled(new URLSearchParams(request.body), publicUrl).toString(), {})
    : request.raw

/** The same request with another body. */
export const withBody = (
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
