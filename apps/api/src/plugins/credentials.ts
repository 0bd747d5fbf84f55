import { createHash } from 'node:crypto'
import { SESSION_COOKIE } from '@teamlore/shared'
import type { FastifyRequest } from 'fastify'

/** What a caller shows to prove who they are. */
export type Credential = { apiKey: string } | { browserToken: string }

/** A key in the header goes before the cookie: who sends both means the key. */
export const credentialOf = (
  request: FastifyRequest,
  accepts: 'any' | 'bearer' = 'any',
): Credential | undefined => {
  const apiKey = bearerOf(request.headers.authorization)
  if (apiKey !== undefined) return { apiKey }
  const browserToken = accepts === 'any' ? request.cookies[SESSION_COOKIE] : undefined
  return browserToken ? { browserToken } : undefined
}

const bearerOf = (header: string | undefined): string | undefined => {
  const match = /^Bearer +(\S+) *$/i.exec(header ?? '')
  return match?.[1]
}

/** Names a credential in memory without holding it. */
export const fingerprintOf = (credential: Credential): string =>
  createHash('sha256')
    .update('apiKey' in credential ? credential.apiKey : credential.browserToken)
    .digest('base64url')

/** What a browser calls itself, for the list of one's browsers. */
export const agentOf = (request: FastifyRequest): string => request.headers['user-agent'] ?? ''
