import { defineError } from '../errors.ts'

export const sessionNotYours = defineError(
  'forbidden',
  'session.not_yours',
  'Only who had a session shares it or takes it back; ask its author.',
)

export const sessionDrawnOn = defineError(
  'conflict',
  'session.drawn_on',
  'This session stays with the team: somebody else has drawn on it already.',
)

export const sessionProjectClosed = defineError(
  'conflict',
  'session.project_closed',
  'Its project is restricted and you are not on its list, so it stays private; ask an admin to let you in first.',
)

export const sessionNotFound = defineError(
  'not_found',
  'session.not_found',
  'There is no such session in your team, or it is private to somebody else.',
)
