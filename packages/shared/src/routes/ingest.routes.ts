import { z } from 'zod'
import { BLOCK_LIMITS } from '../contracts/bound-blocks.ts'
import {
  IMPORT_LIMITS,
  importedObservationSchema,
  importedSessionSchema,
  importedSummarySchema,
  importRequestSchema,
  importResponseSchema,
} from '../contracts/import.contract.ts'
import {
  INGEST_LIMITS,
  ingestRequestSchema,
  ingestResponseSchema,
  ingestSessionSchema,
} from '../contracts/ingest.contract.ts'
import {
  importTranscriptQuerySchema,
  importTranscriptResponseSchema,
} from '../contracts/transcript.contract.ts'
import { errorEnvelopeSchema } from '../errors.ts'
import { sizeOf } from '../size-of.ts'
import { route } from './route.ts'

const SIZES = {
  bodyLimit: INGEST_LIMITS.maxBytes,
  compressedLimit: INGEST_LIMITS.maxCompressedBytes,
} as const

const bytesSchema = z.unknown().meta({ type: 'string', format: 'binary' })

export const ingestRoutes = {
  ingest: route({
    method: 'POST',
    path: '/v1/ingest',
    id: 'ingest',
    needs: 'member',
    tag: 'Ingest',
    docs: 'take in sessions with messages and edits',
    summary: 'Take in sessions',
    description: [
      'Takes sessions of a coding tool with their messages and edits. Sending the same again changes nothing; a session',
      'that has grown may be sent with only what is new. Messages can be searched as soon as this answers.',
      `At most ${sizeOf(INGEST_LIMITS.maxBytes)} of JSON; the body may be compressed (\`Content-Encoding: gzip\`, \`br\` or`,
      `\`deflate\`), to at most ${sizeOf(INGEST_LIMITS.maxCompressedBytes)}. At most ${INGEST_LIMITS.maxSessions} sessions,`,
      `${INGEST_LIMITS.maxMessages} messages a session.`,
      `Of a tool input at most ${BLOCK_LIMITS.values} values are kept, of those of a request together ${BLOCK_LIMITS.requestValues},`,
      `of a text ${BLOCK_LIMITS.textChars} characters; \`cut\` names each message that was taken in part, and why.`,
    ].join(' '),
    body: ingestRequestSchema,
    answer: ingestResponseSchema,
    ...SIZES,
    wire: 'packed',
    timeoutMs: 120_000,
    nul: 'handled',
    failures: [503],
  }),
  importRecords: route({
    method: 'POST',
    path: '/v1/import',
    id: 'importRecords',
    needs: 'member',
    tag: 'Ingest',
    docs: 'take in what another memory made of sessions',
    summary: 'Take in what another memory made of sessions',
    description: [
      'Takes observations and summaries that another memory made, under the sessions they belong to. They keep their dates',
      'and are of origin `import`. Sending the same again changes nothing; a record sent again under its key with other words',
      'replaces what it said. Sizes and sessions are limited as in ingest, and `cut` says the same; beside that',
      `${IMPORT_LIMITS.maxObservations} observations and ${IMPORT_LIMITS.maxSummaries} summaries a session.`,
    ].join(' '),
    body: importRequestSchema,
    answer: importResponseSchema,
    ...SIZES,
    wire: 'packed',
    timeoutMs: 120_000,
    nul: 'handled',
    failures: [503],
  }),
  importTranscript: route({
    method: 'POST',
    path: '/v1/import/transcripts',
    id: 'importTranscript',
    needs: 'member',
    tag: 'Ingest',
    docs: 'take in the sessions of one session file, sent as it is',
    summary: 'Take in the sessions of a file',
    description: [
      'Takes one session file as a coding tool wrote it, or one packed with gzip, as the body: of any tool that keeps a whole',
      'session in one file, databases with many sessions among them. Which tool it is of is seen by what it holds. It is read',
      'in a process of its own, secrets are taken out before anything is stored, and the sessions are yours as if a machine',
      'of yours had sent them. The same file twice changes nothing. TRANSCRIPT_MAX_MB says how large a file may be.',
    ].join(' '),
    query: importTranscriptQuerySchema,
    body: bytesSchema,
    wire: 'file',
    consumes: ['application/octet-stream'],
    answer: importTranscriptResponseSchema,
    failures: [422, 503],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const ingestComponents = {
  Error: errorEnvelopeSchema,
  Import: importRequestSchema,
  Imported: importResponseSchema,
  ImportedObservation: importedObservationSchema,
  ImportedSession: importedSessionSchema,
  ImportedSummary: importedSummarySchema,
  Ingest: ingestRequestSchema,
  Ingested: ingestResponseSchema,
  IngestSession: ingestSessionSchema,
} as const
