import type { Routes } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Metrics } from '../../plugins/metrics.ts'
import type { Handlers } from '../../routing/serve.ts'

type Deps = Pick<UseCases, 'listMemoryFiles' | 'getMemoryFile' | 'reportMemoryFiles'>

/** The files in which coding tools keep instructions and notes, mirrored from machines. */
export const memoryFileHandlers = (
  useCases: Deps,
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
