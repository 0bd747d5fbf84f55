import type { Routes } from '@teamlore/shared'
import type { Metrics } from '../../plugins/metrics.ts'
import type { Handlers } from '../../routing/serve.ts'
import type { CommitUseCases } from './commits.use-cases.ts'

/** Commits of repositories, and the sessions behind them. */
export const commitHandlers = (
  useCases: CommitUseCases,
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
