import type { Routes } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Handlers } from '../../routing/serve.ts'

export const operationHandlers = (
  useCases: Pick<UseCases, 'getJobHealth' | 'retryDeadJob'>,
): Handlers<Pick<Routes, 'jobs'>> => ({
  jobs: {
    health: (scope) => useCases.getJobHealth(scope),
    retry: (scope, { params }) => useCases.retryDeadJob(scope, params),
  },
})
