import { createHmac } from 'node:crypto'
import type { BrowserVisitor, SystemRepositories } from '@teamlore/db'
import { type BrowserId, newId, type TeamId, type TeamRole, type UserId } from '@teamlore/shared'
import { hashSecret, newSecret } from '../../platform/secret.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long a browser stays signed in. */
export type BrowserLife = {
  /** Without being used. */
  idleMs: number
  /** At all. */
  wholeMs: number
}

export const USUAL_BROWSER_LIFE: BrowserLife = { idleMs: 7 * DAY_MS, wholeMs: 30 * DAY_MS }

/** A token is replaced once it is so old. */
const ROTATE_AFTER_MS = HOUR_MS
/** Requests that were on their way with the former token still count. */
const GRACE_MS = MINUTE_MS

const MAX_AGENT_CHARS = 300

export type BrowserSession = {
  teamId: TeamId
  userId: UserId
  isBound: boolean
  most: TeamRole
  /** Who made the credential for them. */
  givenBy: UserId | null
  /** What the browser calls itself. */
  agent: string
}

/** Signs a browser in. The token is for its cookie; the server keeps a hash. */
export const startBrowserSession = async (
  { browserSessions, auditOf }: Pick<SystemRepositories, 'browserSessions' | 'auditOf'>,
  session: BrowserSession,
  { now, life, by }: { now: Date; life: BrowserLife; by: string },
): Promise<{ browserId: BrowserId; browserToken: string; expiresAt: Date }> => {
  const browserToken = newSecret()
  const expiresAt = new Date(now.getTime() + life.wholeMs)
  const id = newId.browser()
  await browserSessions.add({
    ...session,
    agent: session.agent.slice(0, MAX_AGENT_CHARS),
    id,
    tokenHash: hashSecret(browserToken),
    seed: newSecret(),
    createdAt: now,
    expiresAt,
  })
  await auditOf(session.teamId).add({
    id: newId.event(),
    action: 'sign_in.succeeded',
    userId: session.userId,
    subject: id,
    details: { by, ...(session.givenBy && { given_by: session.givenBy }) },
  })
  return { browserId: id, browserToken, expiresAt }
}

/** Follows from the token and the seed: of several requests at once, each browser is given the same one. */
const successorOf = (token: string, seed: string): string =>
  createHmac('sha256', seed).update(token).digest('base64url')

export type KnownBrowser = {
  visitor: BrowserVisitor
  /** To be set in the cookie from here on. */
  renewed: { browserToken: string; expiresAt: Date } | undefined
}

/** A former token that is shown after its successor was seen. */
const isOver = ({ token, previousUntil }: BrowserVisitor, now: Date): boolean =>
  token === 'previous' && (previousUntil === null || previousUntil < now)

/**
 * Who shows this token. It is replaced every hour; the one before counts for a minute after its successor was seen. Shown
 * later, one of two has stolen it: both are signed out.
 */
export const knowBrowser = async (
  { browserSessions, auditOf }: Pick<SystemRepositories, 'browserSessions' | 'auditOf'>,
  token: string,
  { now, life, isNoted = true }: { now: Date; life: BrowserLife; isNoted?: boolean },
): Promise<KnownBrowser | undefined> => {
  const hash = hashSecret(token)
  const idleSince = new Date(now.getTime() - life.idleMs)
  const visitor = await browserSessions.findByToken(hash, now, idleSince, { isNoted })
  if (visitor === undefined) return undefined
  // Nothing can be written: the token stays as it is, and a stolen one ends when there is room.
  if (!isNoted) return isOver(visitor, now) ? undefined : { visitor, renewed: undefined }
  const { id, teamId, userId, seed, rotatedAt, expiresAt } = visitor
  if (visitor.token === 'next') {
    const until = new Date(now.getTime() + GRACE_MS)
    await browserSessions.promote(id, hash, newSecret(), now, until)
  }
  if (isOver(visitor, now)) {
    await browserSessions.end(id)
    const event = { id: newId.event(), userId, subject: id }
    await auditOf(teamId).add({ ...event, action: 'browser.stolen_token_ended' })
    return undefined
  }
  const isDue =
    visitor.token === 'current' && now.getTime() - rotatedAt.getTime() >= ROTATE_AFTER_MS
  if (!isDue) return { visitor, renewed: undefined }
  const browserToken = successorOf(token, seed)
  await browserSessions.offer(id, hashSecret(browserToken))
  return { visitor, renewed: { browserToken, expiresAt } }
}
