import { defineError } from '../errors.ts'

export const apiKeyNotFound = defineError(
  'not_found',
  'api_key.not_found',
  'There is no such API key in your team.',
)

export const roleTooHigh = defineError(
  'forbidden',
  'api_key.role_too_high',
  'A key can be given your own role at most, and only a key of your own role or below can be revoked.',
)

export const signInLinkInvalid = defineError(
  'unauthenticated',
  'sign_in.link_invalid',
  'This sign-in link was used already, is older than a day, or is incomplete; ask for a new one.',
)

export const adminKeyWeak = defineError(
  'invalid',
  'admin_key.too_short',
  'TEAMLORE_ADMIN_KEY must have at least 8 characters without spaces; `openssl rand -base64 32` makes a good one.',
)
