import { makeGetJobHealth, makeRetryDeadJob } from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'

export const operationUseCases = ({ unitOfWork }: Collaborators) => ({
  getJobHealth: makeGetJobHealth({ unitOfWork }),
  retryDeadJob: makeRetryDeadJob({ unitOfWork }),
})

export type OperationUseCases = ReturnType<typeof operationUseCases>
