import { OBSERVATION_TYPES } from '@teamlore/shared/observation-types'

/** What `--type` takes: types of observations, and kinds. */
export const SEARCH_TYPES = [
  ...OBSERVATION_TYPES,
  'prompt',
  'message',
  'observation',
  'summary',
  'memory_file',
] as const
