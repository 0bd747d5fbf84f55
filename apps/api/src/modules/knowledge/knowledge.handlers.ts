import type { Routes } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Handlers } from '../../routing/serve.ts'

type Deps = Pick<
  UseCases,
  | 'createObservation'
  | 'listObservations'
  | 'getObservation'
  | 'createSummary'
  | 'listSummaries'
  | 'getSummary'
>

/** What was distilled out of sessions. */
export const knowledgeHandlers = (
  useCases: Deps,
): Handlers<Pick<Routes, 'observations' | 'summaries'>> => ({
  observations: {
    create: (scope, { body }) => useCases.createObservation(scope, body),
    list: (scope, { query }) => useCases.listObservations(scope, query),
    get: (scope, { params }) => useCases.getObservation(scope, params),
  },
  summaries: {
    create: (scope, { body }) => useCases.createSummary(scope, body),
    list: (scope, { query }) => useCases.listSummaries(scope, query),
    get: (scope, { params }) => useCases.getSummary(scope, params),
  },
})
