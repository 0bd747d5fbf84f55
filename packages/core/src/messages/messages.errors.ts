import { defineError } from '../errors.ts'

export const messageNotFound = defineError(
  'not_found',
  'message.not_found',
  'There is no such message in your team, or its session is private to somebody else.',
)
