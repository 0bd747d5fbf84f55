import { createHmac, randomBytes } from 'node:crypto'
import type { SecretBox } from '../../identity/sign-in/secret-box.ts'
import { noSecretKey } from '../../integrations/integrations.errors.ts'

const PREFIX = 'whsec_'
/** So long both secrets hold after a new one was made. */
export const OLD_SECRET_MS = 86_400_000

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(24).toString('base64')}`

/** A row's secret does not open in another row. */
export const contextOf = (id: string): string => `webhook ${id}`

export const sealWebhookSecret = (secretBox: SecretBox, id: string, secret: string): string =>
  secretBox.seal(secret, contextOf(id))

type SealedSecrets = {
  id: string
  sealed: string
  oldSealed: string | null
  oldUntil: string | null
}

/** Secrets that sign now: the old one, too, for a day. @throws DomainError `integration.no_secret_key`, `sign_in_provider.secret_unreadable` */
export const secretsOf = (
  secretBox: SecretBox | undefined,
  { id, sealed, oldSealed, oldUntil }: SealedSecrets,
  now: Date,
): string[] => {
  if (secretBox === undefined) throw noSecretKey()
  const isOldValid = oldUntil !== null && new Date(oldUntil) > now
  return [sealed, ...(isOldValid && oldSealed !== null ? [oldSealed] : [])].map((one) =>
    secretBox.open(one, contextOf(id)),
  )
}

/** One signature by the form of Standard Webhooks. */
export const signWebhook = (
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
