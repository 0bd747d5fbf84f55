import { defineError } from '../errors.ts'

export const memoryFileNotFound = defineError(
  'not_found',
  'memory_file.not_found',
  'There is no such memory file in your team, or it is private to somebody else.',
)
