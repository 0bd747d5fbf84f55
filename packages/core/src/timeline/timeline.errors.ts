import { defineError } from '../errors.ts'

export const noAnchor = defineError(
  'invalid',
  'timeline.no_anchor',
  'Say around what to look, by one of these: around=ID, at=2026-03-09 (or a full ISO time, yesterday, 7d), or q=a question.',
)

export const noMoment = defineError(
  'invalid',
  'timeline.no_moment',
  'This is no date: write 2026-03-09, 2026-03-09T14:00Z, yesterday or 7d.',
)

export const unknownKind = defineError(
  'invalid',
  'timeline.unknown_kind',
  'There is no such kind; separate kinds by commas, such as prompt,summary,session. `details.kinds` names them all.',
)
