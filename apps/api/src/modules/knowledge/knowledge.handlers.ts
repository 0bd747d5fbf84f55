import type { Routes } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Handlers } from '../../routing/serve.ts'

type Deps = Pick<UseCases, 'listObservations' | 'getObservation' | 'listSummaries' | 'getSummary'>

/** What was distilled out of sessions. */
export const knowledgeHandlers = (
  useCases: Deps,
): Handlers<Pick<Routes, 'observations' | 'summaries'>> => ({
  observations: {
    list: (scope, { query }) => useCases.listObservations(scope, query),
    get: (scope, { params }) => useCases.getObservation(scope, params),
  },
  summaries: {
    list: (scope, { query }) => useCases.listSummaries(scope, query),
    get: (scope, { params }) => useCases.getSummary(scope, params),
  },
})
