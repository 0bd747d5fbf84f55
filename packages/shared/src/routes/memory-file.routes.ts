import { INGEST_LIMITS } from '../contracts/ingest.contract.ts'
import {
  listMemoryFilesQuerySchema,
  MEMORY_FILE_LIMITS,
  memoryFilePageSchema,
  memoryFileSchema,
  memoryFilesReceiptSchema,
  memoryFilesReportSchema,
} from '../contracts/memory-file.contract.ts'
import { idParams, route } from './route.ts'

export const memoryFileRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/memory-files',
    id: 'listMemoryFiles',
    needs: 'viewer',
    tag: 'Memory files',
    about: 'memoryFile',
    docs: 'memory files (`CLAUDE.md`, `AGENTS.md` …) without their texts; filters `project`, `tool`, `include_gone`',
    summary: 'List memory files',
    description:
      'Files in which coding tools keep instructions and notes, such as CLAUDE.md and AGENTS.md, without their texts; what was changed last comes first. Those that are personal or of a private project are seen by their owner alone.',
    query: listMemoryFilesQuerySchema,
    answer: memoryFilePageSchema,
    failures: [422],
  }),
  get: route({
    method: 'GET',
    path: '/v1/memory-files/:id',
    id: 'getMemoryFile',
    needs: 'viewer',
    tag: 'Memory files',
    about: 'memoryFile',
    docs: 'one, with its text',
    summary: 'Get a memory file',
    description:
      'One memory file with its text, also when it is gone: then with what it last said.',
    params: idParams('memoryFile'),
    answer: memoryFileSchema,
    failures: [422],
  }),
  report: route({
    method: 'PUT',
    path: '/v1/memory-files',
    id: 'reportMemoryFiles',
    needs: 'member',
    tag: 'Memory files',
    docs: 'all memory files of one folder on one machine, in the place of what was said of it before',
    summary: 'Report the memory files of a folder',
    description: [
      'Takes the place of what the machine said of the folder before: a file that is not named is not there any more. Of a file',
      'that lies in several clones the copy counts that was changed last, and it is gone when no copy is left. Sending the same again',
      'changes nothing; a report with a smaller `revision` than the server has is answered with that one and changes nothing either.',
      `At most ${MEMORY_FILE_LIMITS.maxFiles} files of ${MEMORY_FILE_LIMITS.maxChars} characters; the body may be compressed as in ingest.`,
    ].join(' '),
    body: memoryFilesReportSchema,
    answer: memoryFilesReceiptSchema,
    wire: 'packed',
    timeoutMs: 60_000,
    bodyLimit: INGEST_LIMITS.maxBytes,
    compressedLimit: INGEST_LIMITS.maxCompressedBytes,
    nul: 'handled',
    failures: [403],
  }),
} as const
