import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { OperationUseCases } from './operations.use-cases.ts'

export const operationHandlers = (useCases: OperationUseCases): Handlers<Pick<Routes, 'jobs'>> => ({
  jobs: {
    health: (scope) => useCases.getJobHealth(scope),
    retry: (scope, { params }) => useCases.retryDeadJob(scope, params),
  },
})
