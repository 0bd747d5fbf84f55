import { readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import type { IngestCommit, ListCommitsQuery } from '@teamlore/shared/commits'
import { makeGetCommit, makeListCommits } from '../../commits/get-commit.ts'
import { makeIngestCommits } from '../../commits/ingest-commits.ts'
import { grantSystemScope, type TeamScope } from '../../identity/teams/team-scope.ts'
import { makeCreateLink, makeListLinks, makeRemoveLink } from '../../links/links.ts'
import { makeListProjects } from '../../projects/list-projects.ts'
import { makeSetProject } from '../../projects/manage-projects.ts'
import { buildCommits, hashOfNumber } from '../../testing/commit-builders.ts'
import { buildEdit, buildMessages, buildSession } from '../../testing/ingest-builders.ts'
import { createIngestWorld } from '../../testing/ingest-world.ts'
import { projectWithCommits } from '../../testing/project-with-commits.ts'
import { makeLinkCommits } from '../link-commits.ts'
import { makeLinkSession } from '../link-session.ts'
import { at } from './minutes.ts'

export { at }

/** Ten lines nobody else writes. */
export const lines = (of: string, count = 10): string[] =>
  Array.from({ length: count }, (_, n) =>
    hashOfNumber(of.length * 1_000 + of.charCodeAt(0) * 50 + n).slice(0, 16),
  )

export const openLinkingWorld = async (database: TestDatabase) => {
  const world = await createIngestWorld(database.engine)
  const { unitOfWork, teamId } = world.team
  const system = grantSystemScope(teamId)
  const linkCommits = makeLinkCommits({ unitOfWork })
  const linkSession = makeLinkSession({ unitOfWork })
  const ingest = makeIngestCommits({ unitOfWork })
  const get = makeGetCommit({ unitOfWork })
  const projectId = () => projectWithCommits(database, teamId)
  return {
    ...world,
    /** A session that wrote these lines at that minute, in a file of the project. */
    write: async (native: string, added: string[], minute: number, removed: string[] = []) => {
      const messages = buildMessages(4).map((message, n) => ({
        ...message,
        ts: at(minute - 4 + n),
      }))
      const { sessions } = await world.send(
        buildSession({
          native_id: native,
          messages,
          started_at: at(minute - 4),
          ended_at: at(minute),
          edits: [buildEdit(`e-${native}`, { ts: at(minute), added, removed })],
        }),
      )
      return sessions[0]?.session_id as SessionId
    },
    commit: async (...commits: IngestCommit[]) => {
      await ingest(world.scope, buildCommits(...commits))
      await linkCommits(system, { projectId: await projectId() })
    },
    relink: async (sessionId: SessionId) => {
      await linkSession(system, { sessionId })
      await ingest(world.scope, buildCommits())
      await linkCommits(system, { projectId: await projectId() })
    },
    get: (n: number) => get(world.scope, { id: hashOfNumber(n) }),
    getBySha: (sha: string) => get(world.scope, { id: sha }),
    link: makeCreateLink({ unitOfWork }),
    unlink: makeRemoveLink({ unitOfWork }),
    links: makeListLinks({ unitOfWork }),
    /** How often somebody was asked to look at commits. */
    asked: async () =>
      (
        await readAsOwner(
          database.engine,
          `select 1 from teamlore.outbox where team_id = '${teamId}' and type = 'commits.ingested'`,
        )
      ).length,
    list: (query: Partial<ListCommitsQuery>) =>
      makeListCommits({ unitOfWork })(world.scope, { limit: 50, ...query }),
    projects: () => makeListProjects({ unitOfWork })(world.scope, { limit: 50 }),
    set: (asked: { id: string; links_from: number }) =>
      makeSetProject({ unitOfWork })(world.scope as TeamScope<'admin'>, asked),
  }
}

export const file = (added: string[], removed: string[] = []) => ({
  added,
  removed,
  added_lines: added.length,
  removed_lines: removed.length,
})
