import {
  API_ROUTES,
  INGEST_LIMITS,
  type IngestResponse,
  ingestRequestSchema,
  ingestResponseSchema,
} from '@teamlore/shared'
import { sizeOf } from '../../errors/error-answer.ts'
import type { Metrics } from '../../plugins/metrics.ts'
import { teamRoute } from '../../routing/route.ts'
import type { UseCases } from '../../use-cases.ts'

export const ingestRoutes = ({ ingest }: Pick<UseCases, 'ingest'>, metrics: Metrics) => [
  teamRoute({
    method: 'POST',
    path: API_ROUTES.ingest,
    id: 'ingest',
    needs: 'member',
    tag: 'Ingest',
    summary: 'Take in sessions',
    description: [
      'Takes sessions of a coding tool with their messages and edits. Sending the same again changes nothing; a session',
      'that has grown may be sent with only what is new. Messages can be searched as soon as this answers.',
      `The body may be compressed (\`Content-Encoding: gzip\`, \`br\` or \`deflate\`): at most ${sizeOf(INGEST_LIMITS.maxBytes)}`,
      `of JSON and ${sizeOf(INGEST_LIMITS.maxCompressedBytes)} on the wire, ${INGEST_LIMITS.maxSessions} sessions,`,
      `${INGEST_LIMITS.maxMessages} messages a session.`,
    ].join(' '),
    body: ingestRequestSchema,
    answer: ingestResponseSchema,
    bodyLimit: INGEST_LIMITS.maxBytes,
    compressedLimit: INGEST_LIMITS.maxCompressedBytes,
    nul: 'handled',
    failures: [503],
    run: async (scope, { body }) => {
      const answer = await ingest(scope, body)
      count(metrics, answer)
      return answer
    },
  }),
]

const count = (metrics: Metrics, { sessions }: IngestResponse): void => {
  for (const session of sessions) {
    metrics.ingestedSessions.inc({ result: session.created ? 'created' : 'known' })
    metrics.ingestedMessages.inc({ result: 'inserted' }, session.inserted_messages)
    metrics.ingestedMessages.inc({ result: 'updated' }, session.updated_messages)
    metrics.ingestedMessages.inc({ result: 'unchanged' }, session.unchanged_messages)
    metrics.redactions.inc(session.server_redactions)
  }
}
