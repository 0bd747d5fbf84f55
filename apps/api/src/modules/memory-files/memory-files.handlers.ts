import type { Routes } from '@teamlore/shared'
import type { Metrics } from '../../plugins/metrics.ts'
import type { Handlers } from '../../routing/serve.ts'
import type { MemoryFileUseCases } from './memory-files.use-cases.ts'

/** The files in which coding tools keep instructions and notes, mirrored from machines. */
export const memoryFileHandlers = (
  useCases: MemoryFileUseCases,
  metrics: Metrics,
): Handlers<Pick<Routes, 'memoryFiles'>> => ({
  memoryFiles: {
    list: (scope, { query }) => useCases.listMemoryFiles(scope, query),
    get: (scope, { params }) => useCases.getMemoryFile(scope, params),
    report: async (scope, { body }) => {
      const answer = await useCases.reportMemoryFiles(scope, body)
      metrics.redactions.inc(answer.server_redactions)
      return answer
    },
  },
})
