import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { UsageUseCases } from './usage.use-cases.ts'

/** What the language model cost, and what it may cost. */
export const usageHandlers = (useCases: UsageUseCases): Handlers<Pick<Routes, 'usage'>> => ({
  usage: {
    get: (scope, { query }) => useCases.getUsage(scope, query),
    set: (scope, { body }) => useCases.setUsageSettings(scope, body),
  },
})
