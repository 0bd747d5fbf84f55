import { makeGetMemoryFile, makeListMemoryFiles, makeReportMemoryFiles } from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'

export const memoryFileUseCases = ({ unitOfWork, machines, now }: Collaborators) => ({
  reportMemoryFiles: makeReportMemoryFiles({ unitOfWork: machines, now }),
  listMemoryFiles: makeListMemoryFiles({ unitOfWork }),
  getMemoryFile: makeGetMemoryFile({ unitOfWork }),
})

export type MemoryFileUseCases = ReturnType<typeof memoryFileUseCases>
