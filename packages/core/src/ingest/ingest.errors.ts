import { defineError } from '../errors.ts'

export const sessionBusy = defineError(
  'unavailable',
  'session.busy',
  'This session is being written by somebody else; send it again in a moment.',
)
