import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Secrets are random and long, so a plain hash can neither be guessed nor looked up in tables. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex')

export const newKeyText = (): string => `tlk_${newSecret()}`

/** Enough of a key to distinguish it from others in a list. */
export const hintOf = (key: string): string => `${key.slice(0, 8)}…`
