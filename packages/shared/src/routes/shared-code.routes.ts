import { INGEST_LIMITS } from '../contracts/ingest.contract.ts'
import {
  SHARED_CODE_LIMITS,
  sendSharedCodeSchema,
  sharedCodeReceiptSchema,
  sharedFileQuerySchema,
  sharedFileSchema,
} from '../contracts/shared-code.contract.ts'
import { route } from './route.ts'

export const sharedCodeRoutes = {
  file: route({
    method: 'GET',
    path: '/v1/shared-code/file',
    id: 'getSharedFile',
    needs: 'viewer',
    tag: 'Code',
    docs: 'text of a file (`path`) of a `project` that shares its code, with who wrote each line; at a `commit`, from line `from` on',
    summary: 'Get a file of a project that shares its code',
    description: [
      'Lines of a file as far as they were shared, each with its commit, the session that wrote it and the prompt behind it, as in blame.',
      `At most ${SHARED_CODE_LIMITS.maxShown} lines; from says where to go on. Lines that were not sent have no text.`,
    ].join(' '),
    query: sharedFileQuerySchema,
    answer: sharedFileSchema,
    failures: [404],
  }),
  send: route({
    method: 'POST',
    path: '/v1/shared-code',
    id: 'sendSharedCode',
    needs: 'member',
    tag: 'Code',
    docs: 'says whether a project shares its code and of which `asked` commits it is wanted; takes that of `commits`',
    summary: 'Share code of commits',
    description: [
      'Answers whether a project shares its code and which of the asked commits it lacks that of, and takes the text of lines that commits',
      'added, as differences from their first parents. Nothing is taken of a project that shares none, nor of commits that are private.',
      `Sending the same again changes nothing. At most ${SHARED_CODE_LIMITS.maxCommits} commits; the body may be compressed as in ingest.`,
    ].join(' '),
    body: sendSharedCodeSchema,
    answer: sharedCodeReceiptSchema,
    wire: 'packed',
    timeoutMs: 120_000,
    bodyLimit: INGEST_LIMITS.maxBytes,
    compressedLimit: INGEST_LIMITS.maxCompressedBytes,
    nul: 'handled',
    failures: [403],
  }),
} as const
