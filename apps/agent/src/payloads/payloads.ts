import type { PayloadKind } from '../spool/payload-kinds.ts'
import { sendMemoryFiles } from './memory-files.payload.ts'
import { halvesBy, type Payload } from './payload.ts'
import { sendWaitingBook } from './waiting-book.ts'

/** Kinds that are sent as they lie in the spool. Of sessions each piece is acknowledged by itself: `capture/upload.ts`. */
export type PlainKind = Exclude<PayloadKind, 'sessions'>

const TABLE = {
  'memory-files': { label: 'memory files', send: sendMemoryFiles },
  books: { label: 'lorebooks', send: sendWaitingBook },
  commits: {
    label: 'commits',
    send: ({ client, bytes, signal }) => client.commits.ingest(bytes, 'br', { signal }),
    halve: halvesBy('commits'),
  },
  'code-graph': {
    label: 'code graphs',
    send: ({ client, bytes, signal }) => client.codeGraph.send(bytes, 'br', { signal }),
  },
} satisfies Record<PlainKind, Payload<unknown>>

export type Answers = { [K in PlainKind]: Awaited<ReturnType<(typeof TABLE)[K]['send']>> }

export const PAYLOADS: { [K in PlainKind]: Payload<Answers[K]> } = TABLE
