import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { SummaryUseCases } from './summaries.use-cases.ts'

/** What sessions came to. */
export const summaryHandlers = (
  useCases: SummaryUseCases,
): Handlers<Pick<Routes, 'summaries'>> => ({
  summaries: {
    create: (scope, { body }) => useCases.createSummary(scope, body),
    list: (scope, { query }) => useCases.listSummaries(scope, query),
    get: (scope, { params }) => useCases.getSummary(scope, params),
  },
})
