import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { ProjectId, TeamId, UserId } from '@teamlore/shared'

type Repositories = Pick<TeamRepositories, 'commits' | 'documentLexemes' | 'outbox'>

/**
 * Gives commits that somebody sent while their project was closed to them to its members, now that it is open to them; of `shas`
 * also those that are theirs alone for another reason. All of it as that person.
 */
export const letCommitsIn = async (
  repos: Repositories,
  { owner, projects }: { owner: UserId; projects: readonly ProjectId[] },
  shas: readonly string[] = [],
): Promise<void> => {
  const { opened, joined } = await repos.commits.letIn(projects, shas)
  if (opened.length > 0) await repos.documentLexemes.recountCommits(opened, owner)
  if (opened.length + joined === 0) return
  await repos.outbox.add(
    ...projects.map((project_id) => ({
      type: 'commits.ingested' as const,
      payload: { project_id },
    })),
  )
}

/** The same for people whom projects were opened to a moment ago. Nobody else may touch what is private to them. */
export const letIn = async (
  { unitOfWork }: { unitOfWork: Pick<UnitOfWork, 'inTeam'> },
  teamId: TeamId,
  { people, projects }: { people: readonly UserId[]; projects: readonly ProjectId[] },
): Promise<void> => {
  for (const owner of people)
    await unitOfWork.inTeam({ teamId, userId: owner }, (repos) =>
      letCommitsIn(repos, { owner, projects }),
    )
}
