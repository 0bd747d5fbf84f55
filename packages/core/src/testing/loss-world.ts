import { readAsOwner } from '@teamlore/db/testing'
import type { MemoryFileId, SessionId } from '@teamlore/shared'
import { makeDistilSession } from '../distil/distil-session.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { makeReindexSession } from '../ingest/reindex-session.ts'
import { makeReindexMemoryFile } from '../memory-files/reindex-memory-file.ts'
import { makeReportMemoryFiles } from '../memory-files/report-memory-files.ts'
import { createSearchWorld } from '../search/testing/search-world.ts'
import { buildMemoryFilesReport } from './memory-file-builders.ts'

type Engine = Parameters<typeof createSearchWorld>[0]

/** A team of whose search index rows are lost, and built again. */
export const createLossWorld = async (engine: Engine) => {
  const world = await createSearchWorld(engine)
  const { teamId, unitOfWork } = world.team
  const scope = grantSystemScope(teamId)
  const send = async (...sessions: Parameters<typeof world.send>) =>
    (await world.send(...sessions)).sessions.map(({ session_id }) => session_id as SessionId)
  const index = makeReindexSession({ unitOfWork })
  const indexFile = makeReindexMemoryFile({ unitOfWork })
  const report = makeReportMemoryFiles({ unitOfWork })
  return {
    ...world,
    send,
    systemScope: scope,
    reindex: (sessionId: SessionId | undefined) =>
      index(scope, { sessionId: sessionId as SessionId }),
    /** Makes these the memory files of a folder. @returns the ids of all, by their paths. */
    mirror: async (...[files, said]: Parameters<typeof buildMemoryFilesReport>) => {
      await report(world.scope, buildMemoryFilesReport(files, said))
      const standing = await world.rowsOf('memory_files', 'path, id')
      return new Map(standing.map(({ path, id }) => [String(path), id as MemoryFileId]))
    },
    reindexFile: (id: MemoryFileId | undefined) =>
      indexFile(scope, { memoryFileId: id as MemoryFileId }),
    distil: (sessionId: SessionId | undefined) =>
      makeDistilSession({ unitOfWork })(scope, { sessionId: sessionId as SessionId }),
    lose: (condition = 'true') =>
      readAsOwner(
        engine,
        `delete from teamlore.documents where team_id = '${teamId}' and ${condition}`,
      ),
    /** What the index holds, without the ids of its rows. */
    indexed: () =>
      world.rowsOf(
        'documents',
        `source_id || lpad(chunk::text, 6, '0') as place, kind, type, title, body, to_json(paths) as paths, to_json(concepts) as concepts,
         private_to, project_id, message_id, author_id, origin, occurred_at::text, tokens, length,
         tsv::text, content_hash`,
      ),
    versions: () =>
      Promise.all(
        ['sessions', 'messages', 'documents', 'embedding_queue', 'outbox', 'memory_files'].map(
          (table) => world.rowsOf(table, 'ctid::text, xmin::text, xmax::text'),
        ),
      ),
  }
}
