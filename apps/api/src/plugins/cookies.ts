import { ATTEMPT_COOKIE, SESSION_COOKIE } from '@teamlore/shared'
import { basePathOf } from '@teamlore/shared/base-path'
import type { FastifyReply } from 'fastify'
import { cookieOptionsOf } from './cookie-options.ts'

type Token = { browserToken: string; expiresAt: Date }
type Attempt = { attemptToken: string; expiresAt: Date }

export type Cookies = {
  signIn: (reply: FastifyReply, token: Token) => void
  signOut: (reply: FastifyReply) => void
  /** A sign-in that is under way; only the API reads it. */
  begin: (reply: FastifyReply, attempt: Attempt) => void
  finish: (reply: FastifyReply) => void
}

/** All that browsers are given to keep: out of reach of scripts, and of other sites. */
export const createCookies = (publicUrl: string): Cookies => {
  const session = cookieOptionsOf(publicUrl)
  const attempt = { ...session, path: `${basePathOf(publicUrl)}/v1` }
  return {
    signIn: (reply, { browserToken, expiresAt }) =>
      void reply.setCookie(SESSION_COOKIE, browserToken, { ...session, expires: expiresAt }),
    signOut: (reply) => void reply.clearCookie(SESSION_COOKIE, session),
    begin: (reply, { attemptToken, expiresAt }) =>
      void reply.setCookie(ATTEMPT_COOKIE, attemptToken, { ...attempt, expires: expiresAt }),
    finish: (reply) => void reply.clearCookie(ATTEMPT_COOKIE, attempt),
  }
}
