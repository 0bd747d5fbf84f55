import {
  API_ROUTES,
  INGEST_LIMITS,
  listMemoryFilesQuerySchema,
  MEMORY_FILE_LIMITS,
  memoryFilePageSchema,
  memoryFileSchema,
  memoryFilesReceiptSchema,
  memoryFilesReportSchema,
} from '@teamlore/shared'
import type { Metrics } from '../../plugins/metrics.ts'
import { idParams } from '../../routing/id-params.ts'
import { type Route, teamRoute } from '../../routing/route.ts'
import type { UseCases } from '../../use-cases.ts'

type Deps = Pick<UseCases, 'listMemoryFiles' | 'getMemoryFile' | 'reportMemoryFiles'>

/** The files in which coding tools keep instructions and notes, mirrored from machines. */
export const memoryFileRoutes = (useCases: Deps, metrics: Metrics): Route[] => [
  teamRoute({
    method: 'GET',
    path: API_ROUTES.memoryFiles,
    id: 'listMemoryFiles',
    needs: 'viewer',
    tag: 'Memory files',
    summary: 'List memory files',
    description:
      'Files in which coding tools keep instructions and notes, such as CLAUDE.md and AGENTS.md, without their texts; what was changed last comes first. Those that are personal or of a private project are seen by their owner alone.',
    query: listMemoryFilesQuerySchema,
    answer: memoryFilePageSchema,
    failures: [422],
    run: (scope, { query }) => useCases.listMemoryFiles(scope, query),
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.memoryFile,
    id: 'getMemoryFile',
    needs: 'viewer',
    tag: 'Memory files',
    summary: 'Get a memory file',
    description:
      'One memory file with its text, also when it is gone: then with what it last said.',
    params: idParams('mfl'),
    answer: memoryFileSchema,
    failures: [422],
    run: (scope, { params }) => useCases.getMemoryFile(scope, params),
  }),
  teamRoute({
    method: 'PUT',
    path: API_ROUTES.memoryFiles,
    id: 'reportMemoryFiles',
    needs: 'member',
    tag: 'Memory files',
    summary: 'Report the memory files of a folder',
    description: [
      'Takes the place of what the machine said of the folder before: a file that is not named is not there any more. Of a file',
      'that lies in several clones the copy counts that was changed last, and it is gone when no copy is left. Sending the same again',
      'changes nothing; a report with a smaller `revision` than the server has is answered with that one and changes nothing either.',
      `At most ${MEMORY_FILE_LIMITS.maxFiles} files of ${MEMORY_FILE_LIMITS.maxChars} characters; the body may be compressed as in ingest.`,
    ].join(' '),
    body: memoryFilesReportSchema,
    answer: memoryFilesReceiptSchema,
    bodyLimit: INGEST_LIMITS.maxBytes,
    compressedLimit: INGEST_LIMITS.maxCompressedBytes,
    nul: 'handled',
    failures: [403],
    run: async (scope, { body }) => {
      const answer = await useCases.reportMemoryFiles(scope, body)
      metrics.redactions.inc(answer.server_redactions)
      return answer
    },
  }),
]
