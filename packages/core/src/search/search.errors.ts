import { defineError } from '../errors.ts'

export const searchUnavailable = defineError(
  'unavailable',
  'search.unavailable',
  'The search took too long and was stopped; ask for fewer or rarer words, or narrow it with filters such as project:.',
)
