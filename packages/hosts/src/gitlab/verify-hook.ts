import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { HookHeaders } from '@teamlore/shared/code-hosts'

const PREFIX = 'whsec_'
/** As Standard Webhooks have it, both ways. */
const MAX_AGE_SECONDS = 300

const isSame = (one: string, other: string): boolean => {
  const hashed = [one, other].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(hashed[0] as Buffer, hashed[1] as Buffer)
}

const isSignedBy = (
  secret: string,
  { body, headers }: { body: string; headers: HookHeaders },
  signatures: string,
): boolean => {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp = '' } = headers
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp))
  if (id === undefined || !/^\d{1,12}$/.test(timestamp) || age > MAX_AGE_SECONDS) return false
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const made = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  // While a secret is changed there is one of each.
  return signatures
    .split(' ')
    .slice(0, 5)
    .reduce((found, one) => isSame(one, `v1,${made}`) || found, false)
}

/**
 * Whether who knows the secret sent this. A GitLab that signs is believed by its signature alone; an older one sends the secret along.
 * Compared in constant time.
 */
export const isSentBy = (secret: string, sent: { body: string; headers: HookHeaders }): boolean => {
  const { 'webhook-signature': signatures, 'x-gitlab-token': token } = sent.headers
  if (sent.body === '') return false
  if (signatures !== undefined) return isSignedBy(secret, sent, signatures)
  return token !== undefined && isSame(token, secret)
}
