import { observationTypeSchema } from '@teamlore/shared'

/** What `--type` takes: types of observations, and kinds. */
export const SEARCH_TYPES = [
  ...observationTypeSchema.options,
  'prompt',
  'message',
  'observation',
  'summary',
  'memory_file',
] as const
