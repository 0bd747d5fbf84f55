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
