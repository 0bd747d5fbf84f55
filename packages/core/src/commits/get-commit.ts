import type { UnitOfWork } from '@teamlore/db'
import type { Commit, CommitEntry, ListCommitsQuery } from '@teamlore/shared/commits'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { timeCursor } from '../platform/cursor.ts'
import { noteOnFile } from '../projects/note-on-file.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { commitNotFound } from './commits.errors.ts'
import { resolveCommit } from './resolve-commit.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/** A commit with its files, the sessions behind it, and what became of it. */
export const makeGetCommit =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<Commit> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const { id: whole } = await resolveCommit(repos, id)
      const commit = await repos.commitList.find(whole)
      if (commit === undefined) throw commitNotFound()
      return { ...commit, sessions: await repos.linkList.list({ commitIds: [whole] }) }
    })

export type CommitPage = { items: CommitEntry[]; next_cursor: string | null; note: string | null }

const cursors = timeCursor('commits')

/** Commits by when they were written, newest first. */
export const makeListCommits =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, query: ListCommitsQuery): Promise<CommitPage> => {
    const after = cursors.decode(query.cursor)
    const project = projectFilter(query.project)
    return unitOfWork.inTeam(scope, async (repos) => {
      const { branch, author, path, linked: isLinked, limit } = query
      const { items, next } = await repos.commitList.list(
        { project, branch, author, path, isLinked },
        { limit, after },
      )
      const isEmpty = items.length === 0 && after === undefined
      const note = isEmpty ? await noteOnFile(repos, { file: path, project }) : null
      return { items, next_cursor: cursors.encode(next), note }
    })
  }
