import { defineError } from '../errors.ts'

export const tooManyRecords = defineError(
  'invalid',
  'records.too_many',
  'Ask for at most 200 records at once.',
)

/** Where several ids are asked for at once, those that lead nowhere are named in the answer instead. */
export const recordAbsent = defineError(
  'not_found',
  'record.not_found',
  'There is nothing with this id, or nothing that you may see; copy it whole from a search.',
)

export const recordForgotten = defineError(
  'gone',
  'record.forgotten',
  'This was forgotten. Until it is purged, who asked for that can undo it under Settings → Deletions.',
)
