import type { ImportResponse, IngestResponse, Routes } from '@teamlore/shared'
import type { BlockCut } from '@teamlore/shared/bound-blocks'
import { countIngested } from '../../plugins/count-ingested.ts'
import type { Metrics } from '../../plugins/metrics.ts'
import type { Handlers } from '../../routing/serve.ts'
import type { IngestUseCases } from './ingest.use-cases.ts'

export const ingestHandlers = (
  { ingest, importRecords }: IngestUseCases,
  metrics: Metrics,
): Handlers<Pick<Routes, 'ingest' | 'importRecords'>> => ({
  ingest: async (scope, { body }, { request }) => {
    const answer = withCuts(await ingest(scope, body), request.blockCuts)
    countIngested(metrics, answer.sessions)
    return answer
  },
  importRecords: async (scope, { body }, { request }) => {
    const answer = withCuts(await importRecords(scope, body), request.blockCuts)
    countImported(metrics, answer)
    return answer
  },
})

/** Who sent it has to learn what was taken in part. */
const withCuts = <A extends IngestResponse | ImportResponse>(
  answer: A,
  cuts: readonly BlockCut[],
): A => {
  if (cuts.length === 0) return answer
  const sessions = answer.sessions.map((session, index) => {
    const own = cuts.filter((cut) => cut.session === index)
    const cut = own.map(({ message_key, reason }) => ({ message_key, reason }))
    return cut.length === 0 ? session : { ...session, cut }
  })
  return { ...answer, sessions }
}

const countImported = (metrics: Metrics, { sessions }: ImportResponse): void => {
  for (const { created, messages, server_redactions } of sessions) {
    metrics.ingestedSessions.inc({ result: created ? 'created' : 'known' })
    for (const result of ['inserted', 'updated', 'unchanged'] as const)
      metrics.ingestedMessages.inc({ result }, messages[result])
    metrics.redactions.inc(server_redactions)
  }
}
