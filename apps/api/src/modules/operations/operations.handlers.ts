import type { Routes } from '@teamlore/shared'
import type { CountedWhere } from '../../plugins/limit-store.ts'
import type { Handlers } from '../../routing/serve.ts'
import type { OperationUseCases } from './operations.use-cases.ts'

export const operationHandlers = (
  useCases: OperationUseCases,
  limitsWhere: () => CountedWhere,
): Handlers<Pick<Routes, 'jobs'>> => ({
  jobs: {
    health: async (scope) => ({ ...(await useCases.getJobHealth(scope)), limits: limitsWhere() }),
    retry: (scope, { params }) => useCases.retryDeadJob(scope, params),
  },
})
