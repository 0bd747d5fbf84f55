import { defineError } from '../errors.ts'

export const sessionNotFound = defineError(
  'not_found',
  'session.not_found',
  'There is no such session in your team, or it is private to somebody else.',
)
