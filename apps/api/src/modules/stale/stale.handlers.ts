import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { StaleUseCases } from './stale.use-cases.ts'

/** Memories about code that has changed since. */
export const staleHandlers = (useCases: StaleUseCases): Handlers<Pick<Routes, 'stale'>> => ({
  stale: {
    list: (scope, { query }) => useCases.listStale(scope, query),
    reported: (scope, { body }) => useCases.markStaleReported(scope, body),
    formerlyReported: async (scope, { body }) => {
      const { reported } = await useCases.markStaleReported(scope, body)
      return { told: reported }
    },
  },
})
