import {
  API_ROUTES,
  IMPORT_LIMITS,
  type ImportResponse,
  INGEST_LIMITS,
  importRequestSchema,
  importResponseSchema,
  ingestRequestSchema,
  ingestResponseSchema,
} from '@teamlore/shared'
import { sizeOf } from '../../errors/error-answer.ts'
import type { Metrics } from '../../plugins/metrics.ts'
import { teamRoute } from '../../routing/route.ts'
import type { UseCases } from '../../use-cases.ts'
import { countIngested } from './count-ingested.ts'

const SIZES = {
  bodyLimit: INGEST_LIMITS.maxBytes,
  compressedLimit: INGEST_LIMITS.maxCompressedBytes,
} as const

export const ingestRoutes = (
  { ingest, importRecords }: Pick<UseCases, 'ingest' | 'importRecords'>,
  metrics: Metrics,
) => [
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
      `At most ${sizeOf(INGEST_LIMITS.maxBytes)} of JSON; the body may be compressed (\`Content-Encoding: gzip\`, \`br\` or`,
      `\`deflate\`), to at most ${sizeOf(INGEST_LIMITS.maxCompressedBytes)}. At most ${INGEST_LIMITS.maxSessions} sessions,`,
      `${INGEST_LIMITS.maxMessages} messages a session.`,
    ].join(' '),
    body: ingestRequestSchema,
    answer: ingestResponseSchema,
    ...SIZES,
    nul: 'handled',
    failures: [503],
    run: async (scope, { body }) => {
      const answer = await ingest(scope, body)
      countIngested(metrics, answer.sessions)
      return answer
    },
  }),
  teamRoute({
    method: 'POST',
    path: API_ROUTES.import,
    id: 'importRecords',
    needs: 'member',
    tag: 'Ingest',
    summary: 'Take in what another memory made of sessions',
    description: [
      'Takes observations and summaries that another memory made, under the sessions they belong to. They keep their dates',
      'and are of origin `import`. Sending the same again changes nothing; a record sent again under its key with other words',
      'replaces what it said. Sizes and sessions are limited as in ingest; beside that',
      `${IMPORT_LIMITS.maxObservations} observations and ${IMPORT_LIMITS.maxSummaries} summaries a session.`,
    ].join(' '),
    body: importRequestSchema,
    answer: importResponseSchema,
    ...SIZES,
    nul: 'handled',
    failures: [503],
    run: async (scope, { body }) => {
      const answer = await importRecords(scope, body)
      countImported(metrics, answer)
      return answer
    },
  }),
]

const countImported = (metrics: Metrics, { sessions }: ImportResponse): void => {
  for (const { created, messages, server_redactions } of sessions) {
    metrics.ingestedSessions.inc({ result: created ? 'created' : 'known' })
    for (const result of ['inserted', 'updated', 'unchanged'] as const)
      metrics.ingestedMessages.inc({ result }, messages[result])
    metrics.redactions.inc(server_redactions)
  }
}
