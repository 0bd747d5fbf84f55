import type { SearchQuery } from '@teamlore/shared'
import { KINDS_IN_SESSIONS, PRESENT_KINDS } from '@teamlore/shared/kinds'
import { OBSERVATION_TYPES } from '@teamlore/shared/observation-types'

/** What `--type` takes: types of observations, and kinds. */
export const SEARCH_TYPES = [...OBSERVATION_TYPES, ...PRESENT_KINDS]

/** What `--kinds` of a timeline takes. */
export const TIMELINE_KINDS = [...KINDS_IN_SESSIONS, 'session'] as const

/** What `--scope` takes. */
export const SEARCH_SCOPES = [
  'all',
  'session',
  'project',
  'knowledge',
] as const satisfies readonly SearchQuery['scope'][]
