import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { Score, ScoreQuery } from '@teamlore/shared/onboarding'
import { findProject } from '../code/get-code-graph.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }
type Scored = Awaited<ReturnType<TeamRepositories['score']['memories']>>[number]

/**
 * How well a project is known: which folders have memories, how much is stale, how much stands behind it.
 *
 * @throws DomainError `code.project_not_found`.
 */
export const makeGetScore =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { project: named, limit }: ScoreQuery): Promise<Score> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const project = await findProject(repos, named)
      const folders = await repos.score.folders(project.id)
      const memories = await repos.score.memories(project.id)
      const files = sum(folders.map((folder) => folder.files))
      const about = byFolder(memories)
      const covered = sum(
        folders.flatMap(({ folder, files: own }) => (about.has(folder) ? [own] : [])),
      )
      const stale = memories.filter(({ is_stale }) => is_stale).length
      const shares = {
        coverage: share(covered, files),
        freshness: share(memories.length - stale, memories.length),
        depth: depthOf(memories),
      }
      return {
        project: { id: project.id, name: project.name },
        score: files + memories.length === 0 ? null : scoreOf(shares),
        coverage: shares.coverage,
        freshness: shares.freshness,
        depth: shares.depth,
        files,
        memories: memories.length,
        stale,
        unanchored: memories.filter((memory) => memory.folders.length === 0).length,
        folders: folders.slice(0, limit).map(({ folder, files: own }) => {
          const ofFolder = about.get(folder) ?? []
          return {
            folder,
            files: own,
            memories: ofFolder.length,
            stale: ofFolder.filter(({ is_stale }) => is_stale).length,
            depth: depthOf(ofFolder),
          }
        }),
        folders_left_out: Math.max(0, folders.length - limit),
      }
    })

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 1_000

const depthOf = (memories: readonly Scored[]): number =>
  share(
    sum(
      memories.map(
        ({ has_reason, has_second, is_reviewed }) =>
          [has_reason, has_second, is_reviewed].filter(Boolean).length,
      ),
    ),
    3 * memories.length,
  )

const scoreOf = ({ coverage, freshness, depth }: Pick<Score, 'coverage' | 'freshness' | 'depth'>) =>
  Math.round((100 * (coverage + freshness + depth)) / 3)

const byFolder = (memories: readonly Scored[]): Map<string, Scored[]> => {
  const about = new Map<string, Scored[]>()
  for (const memory of memories)
    for (const folder of memory.folders) about.set(folder, [...(about.get(folder) ?? []), memory])
  return about
}
