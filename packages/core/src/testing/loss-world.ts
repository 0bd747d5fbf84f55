import { readAsOwner } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import { makeDistilSession } from '../distil/distil-session.ts'
import { makeIndexSessionAnew } from '../ingest/index-session-anew.ts'
import { createSearchWorld } from '../search/testing/search-world.ts'
import { grantSystemScope } from '../teams/team-scope.ts'

type Engine = Parameters<typeof createSearchWorld>[0]

/** A team of whose search index rows are lost, and built anew. */
export const createLossWorld = async (engine: Engine) => {
  const world = await createSearchWorld(engine)
  const { teamId, unitOfWork } = world.team
  const scope = grantSystemScope(teamId)
  const send = async (...sessions: Parameters<typeof world.send>) =>
    (await world.send(...sessions)).sessions.map(({ session_id }) => session_id as SessionId)
  const index = makeIndexSessionAnew({ unitOfWork })
  return {
    ...world,
    send,
    systemScope: scope,
    mend: (sessionId: SessionId | undefined) => index(scope, { sessionId: sessionId as SessionId }),
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
        ['sessions', 'messages', 'documents', 'embedding_queue', 'outbox'].map((table) =>
          world.rowsOf(table, 'ctid::text, xmin::text, xmax::text'),
        ),
      ),
  }
}
