import type { RepositoryProject, RepositoryRef, StoredIntegration, UnitOfWork } from '@teamlore/db'
import {
  CHANGE_LIMITS,
  type ChangeItem,
  type ChangeReport,
  changedFileSchema,
} from '@teamlore/shared/change-report'
import type { CodeHost, HostPlace, HostPullRequest } from '@teamlore/shared/code-hosts'
import type { DismissalId } from '@teamlore/shared/ids'
import type { RequiredKind } from '@teamlore/shared/integrations'
import { isRequired } from '@teamlore/shared/required-items'
import { DomainError } from '../errors.ts'
import { grantEverybodyScope, grantSystemScope } from '../identity/teams/team-scope.ts'
import { identityOf } from '../projects/identity-of-url.ts'
import type { makeWeighChange, WeighedChange } from '../why/report-change.ts'
import { dismissing } from './is-dismissed.ts'

/** The report of a change, for whom it is put into words, and what keeps something out of it. */
export type Said = {
  report: ChangeReport
  /** With all that has to be acknowledged, which the report may have no room for. */
  checked: ChangeReport
  isPublic: boolean
  dismissals: DismissalId[]
}

export type SayDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  host: Pick<CodeHost, 'changes'>
  weighChange: ReturnType<typeof makeWeighChange>
}

type Asked = {
  integration: Pick<StoredIntegration, 'teamId' | 'showsNames'>
  of: RepositoryRef & { required: readonly RequiredKind[] }
  place: HostPlace
  number: number
  pullRequest: HostPullRequest
}

const MAX_ABOUT = 4_000

/**
 * What is of a project that is open to some of the team alone is read by those who read its repository, where that is no more people:
 * of a repository that is not private nothing is known of that.
 */
export const mayBeSaid = (
  { isRestricted }: RepositoryProject,
  { visibility }: HostPullRequest,
): boolean => !isRestricted || visibility === 'private'

/** A project in which everything is private is one that nobody knows. */
const knownOf = async (ask: () => Promise<WeighedChange>): Promise<WeighedChange | undefined> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof DomainError && error.code === 'code.project_not_found') return undefined
    throw error
  }
}

/** What the check looks at: what is shown, and all besides that has to be acknowledged. */
const checkedOf = ({ report, besides }: WeighedChange): ChangeReport => ({
  project: report.project,
  items: [...report.items, ...besides],
  left_out: Math.max(0, report.left_out - besides.length),
  sessions: report.sessions,
  commits: report.commits,
  files_without_lines: report.files_without_lines,
})

/** What is known that bears on a pull request and that all who read its repository may read; undefined where that is nothing. */
export const makeWhatToSay =
  ({ unitOfWork, host, weighChange }: SayDeps) =>
  async ({ integration, of, place, number, pullRequest }: Asked): Promise<Said | undefined> => {
    const { teamId, showsNames } = integration
    const identity = identityOf(pullRequest.repositoryUrl)
    if (identity === undefined) return undefined
    const { project, standing } = await unitOfWork.inTeam(
      grantSystemScope(teamId),
      async ({ hostedRepositories, dismissals }) => ({
        project: await hostedRepositories.projectOf(identity),
        standing: await dismissals.standing(of),
      }),
    )
    if (project === undefined || !mayBeSaid(project, pullRequest)) return undefined
    const { files, commits } = await host.changes(place, number)
    // Of names that no repository of ours has nothing is known.
    const known = files.filter((file) => changedFileSchema.safeParse(file).success)
    if (known.length === 0) return undefined
    const dismissals = new Set<DismissalId>()
    const isAsked = (item: ChangeItem): boolean => isRequired(item, of.required)
    const isLeftOut = (item: ChangeItem): boolean => {
      // Else who opens a pull request would let it pass by dismissing what it is asked for.
      if (isAsked(item)) return false
      const found = dismissing(standing, item)
      if (found !== undefined) dismissals.add(found.id)
      return found !== undefined
    }
    const weighed = await knownOf(() =>
      weighChange(
        grantEverybodyScope(teamId, project.id),
        {
          project: project.id,
          about: [pullRequest.title, ...commits.map(({ subject }) => subject)]
            .join('\n')
            .slice(0, MAX_ABOUT),
          files: known.slice(0, CHANGE_LIMITS.maxFiles),
          commits: commits.map(({ sha }) => sha).slice(0, CHANGE_LIMITS.maxCommits),
        },
        { isLeftOut, isAsked },
      ),
    )
    if (weighed === undefined) return undefined
    return {
      report: weighed.report,
      checked: checkedOf(weighed),
      isPublic: pullRequest.visibility !== 'private' && !showsNames,
      dismissals: [...dismissals].sort(),
    }
  }
