import type { IngestResponse } from '@teamlore/shared'
import type { Metrics } from './metrics.ts'

type Ingested = Pick<
  IngestResponse['sessions'][number],
  'created' | 'inserted_messages' | 'updated_messages' | 'unchanged_messages' | 'server_redactions'
>

/** Sessions taken in, by whatever way they came. */
export const countIngested = (metrics: Metrics, sessions: readonly Ingested[]): void => {
  for (const session of sessions) {
    metrics.ingestedSessions.inc({ result: session.created ? 'created' : 'known' })
    metrics.ingestedMessages.inc({ result: 'inserted' }, session.inserted_messages)
    metrics.ingestedMessages.inc({ result: 'updated' }, session.updated_messages)
    metrics.ingestedMessages.inc({ result: 'unchanged' }, session.unchanged_messages)
    metrics.redactions.inc(session.server_redactions)
  }
}
