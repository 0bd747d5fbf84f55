import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** What a caller shows to prove who they are. */
export type Credential = { kind: 'api_key'; key: string } | { kind: 'browser'; token: string }

export const SESSION_COOKIE = 'teamlore_session'

/** A key in the header goes before the cookie: who sends both means the key. */
export const credentialOf = (
  request: FastifyRequest,
  accepts: 'any' | 'bearer' = 'any',
): Credential | undefined => {
  const key = bearerOf(request.headers.authorization)
  if (key !== undefined) return { kind: 'api_key', key }
  const token = accepts === 'any' ? request.cookies[SESSION_COOKIE] : undefined
  return token ? { kind: 'browser', token } : undefined
}

const bearerOf = (header: string | undefined): string | undefined => {
  const match = /^Bearer +(\S+) *$/i.exec(header ?? '')
  return match?.[1]
}

/** Names a credential in memory without holding it. */
export const fingerprintOf = (credential: Credential): string =>
  createHash('sha256')
    .update(credential.kind === 'api_key' ? credential.key : credential.token)
    .digest('base64url')
