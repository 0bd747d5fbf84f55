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

export const sessionNoteNotFound = defineError(
  'not_found',
  'session_note.not_found',
  'There is no such note in your team, or its session is private to somebody else.',
)

export const sessionNoteNotYours = defineError(
  'forbidden',
  'session_note.not_yours',
  'Only its author, the author of the session or an admin may remove or restore this note.',
)

export const sessionNoteEmpty = defineError(
  'invalid',
  'session_note.empty',
  'The note is empty; give at least one word.',
)

export const sessionTagInvalid = defineError(
  'invalid',
  'session_note.tag_invalid',
  'A tag has letters, digits and . _ / + - and at most 50 characters, such as perf or release-2.1.',
)

export const sessionTagSecret = defineError(
  'invalid',
  'session_note.tag_secret',
  'This tag looks like a secret, so it was not stored; choose another one.',
)

export const sessionNotesFull = defineError(
  'conflict',
  'session_note.full',
  'This session has 200 notes already; remove one first.',
)
