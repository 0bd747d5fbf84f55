import { defineError } from '../errors.ts'

export const searchUnavailable = defineError(
  'unavailable',
  'search.unavailable',
  'The search took too long and was stopped; ask for fewer or rarer words, or narrow it with filters such as project:.',
)

export const tooManyRecords = defineError(
  'invalid',
  'records.too_many',
  'Ask for at most 200 records at once.',
)

/** Never leaves the use case: ids that lead nowhere are named in its answer. */
export const recordAbsent = defineError('not_found', 'record.not_found', 'No such record.')
