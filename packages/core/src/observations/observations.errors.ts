import { defineError } from '../errors.ts'

export const observationNotFound = defineError(
  'not_found',
  'observation.not_found',
  'There is no such observation in your team; the session may have been distilled again since.',
)

export const summaryNotFound = defineError(
  'not_found',
  'summary.not_found',
  'There is no such summary in your team; the session may have been distilled again since.',
)
