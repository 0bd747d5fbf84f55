import { defineError } from '../errors.ts'

export const commitNotFound = defineError(
  'not_found',
  'commit.not_found',
  'There is no such commit in your team. `lore link --backfill` in its repository sends what is missing.',
)

export const commitAmbiguous = defineError(
  'invalid',
  'commit.ambiguous',
  'Several commits begin like this; give more digits of the hash, or an id of the examples.',
)

export const asOfUnknown = defineError(
  'invalid',
  'memory.as_of_unknown',
  'There is no such time or commit; give a date such as 2026-03-09, 7d, or the hash of a commit that the server knows.',
)

export const asOfAmbiguous = defineError(
  'invalid',
  'memory.as_of_ambiguous',
  'Several commits begin like this; give more characters of the hash.',
)
