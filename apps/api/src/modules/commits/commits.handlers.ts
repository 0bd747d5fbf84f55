import type { Routes } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Metrics } from '../../plugins/metrics.ts'
import type { Handlers } from '../../routing/serve.ts'

type Deps = Pick<UseCases, 'listCommits' | 'getCommit' | 'ingestCommits'>

/** Commits of repositories, and the sessions behind them. */
export const commitHandlers = (
  useCases: Deps,
  metrics: Metrics,
): Handlers<Pick<Routes, 'commits'>> => ({
  commits: {
    list: (scope, { query }) => useCases.listCommits(scope, query),
    get: (scope, { params }) => useCases.getCommit(scope, params),
    ingest: async (scope, { body }) => {
      const answer = await useCases.ingestCommits(scope, body)
      metrics.redactions.inc(answer.server_redactions)
      return answer
    },
  },
})
