import type { Routes } from '@teamlore/shared'
import type { Metrics } from '../../plugins/metrics.ts'
import type { Handlers } from '../../routing/serve.ts'
import { untilDisconnect } from '../../routing/until-disconnect.ts'
import type { SearchUseCases } from './search.use-cases.ts'

type Table = Pick<
  Routes,
  'search' | 'records' | 'context' | 'searchSessions' | 'complete' | 'concepts' | 'timeline'
>

export const searchHandlers = (useCases: SearchUseCases, metrics: Metrics): Handlers<Table> => ({
  search: async (scope, asked, options) => {
    const stop = metrics.searches.startTimer({ door: 'rest' })
    try {
      return await useCases.search(scope, asked, options)
    } finally {
      stop()
    }
  },
  records: (scope, { query: { ids, budget_tokens, around, as_of } }) =>
    useCases.getRecords(scope, { ids: ids.split(','), budget_tokens, around, as_of }),
  context: useCases.getContext,
  searchSessions: useCases.searchSessions,
  complete: useCases.completeQuery,
  concepts: (scope, { query }, { reply }) =>
    untilDisconnect(reply, (options) => useCases.listConcepts(scope, query, options)),
  timeline: useCases.getTimeline,
})
