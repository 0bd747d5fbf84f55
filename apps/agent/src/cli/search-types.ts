import { PRESENT_KINDS, type SearchQuery } from '@teamlore/shared'
import { OBSERVATION_TYPES } from '@teamlore/shared/observation-types'

/** What `--type` takes: types of observations, and kinds. */
export const SEARCH_TYPES = [...OBSERVATION_TYPES, ...PRESENT_KINDS]

/** What `--kinds` of a timeline takes. */
export const TIMELINE_KINDS = ['message', 'prompt', 'observation', 'summary', 'session'] as const

/** What `--scope` takes. */
export const SEARCH_SCOPES = [
  'all',
  'session',
  'project',
  'knowledge',
] as const satisfies readonly SearchQuery['scope'][]
