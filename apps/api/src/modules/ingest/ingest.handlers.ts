import type { ImportResponse, Routes } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Metrics } from '../../plugins/metrics.ts'
import type { Handlers } from '../../routing/serve.ts'
import { countIngested } from './count-ingested.ts'

export const ingestHandlers = (
  { ingest, importRecords }: Pick<UseCases, 'ingest' | 'importRecords'>,
  metrics: Metrics,
): Handlers<Pick<Routes, 'ingest' | 'importRecords'>> => ({
  ingest: async (scope, { body }) => {
    const answer = await ingest(scope, body)
    countIngested(metrics, answer.sessions)
    return answer
  },
  importRecords: async (scope, { body }) => {
    const answer = await importRecords(scope, body)
    countImported(metrics, answer)
    return answer
  },
})

const countImported = (metrics: Metrics, { sessions }: ImportResponse): void => {
  for (const { created, messages, server_redactions } of sessions) {
    metrics.ingestedSessions.inc({ result: created ? 'created' : 'known' })
    for (const result of ['inserted', 'updated', 'unchanged'] as const)
      metrics.ingestedMessages.inc({ result }, messages[result])
    metrics.redactions.inc(server_redactions)
  }
}
