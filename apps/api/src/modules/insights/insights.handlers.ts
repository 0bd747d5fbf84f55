import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { InsightUseCases } from './insights.use-cases.ts'

/** What is left of the code that sessions wrote. */
export const insightHandlers = (useCases: InsightUseCases): Handlers<Pick<Routes, 'insights'>> => ({
  insights: (scope, { query }) => useCases.getInsights(scope, query),
})
