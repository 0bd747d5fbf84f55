import type { Routes } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Handlers } from '../../routing/serve.ts'

type Deps = Pick<UseCases, 'blameLines' | 'getInsights' | 'listStale' | 'markStaleReported'>

/** Who wrote lines, what is left of them, and what is known of them that may not hold any more. */
export const blameHandlers = (
  useCases: Deps,
): Handlers<Pick<Routes, 'blame' | 'insights' | 'stale'>> => ({
  blame: (scope, { body }) => useCases.blameLines(scope, body),
  insights: (scope, { query }) => useCases.getInsights(scope, query),
  stale: {
    list: (scope, { query }) => useCases.listStale(scope, query),
    reported: (scope, { body }) => useCases.markStaleReported(scope, body),
    formerlyReported: async (scope, { body }) => {
      const { reported } = await useCases.markStaleReported(scope, body)
      return { told: reported }
    },
  },
})
