import type { HeldPullRequest, RepositoryProject, StoredIntegration } from '@teamlore/db'
import type { HostPlace, HostPullRequest, WrittenComment } from '@teamlore/shared/code-hosts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import type { Command } from './read-command.ts'

/** What a member asks for in a comment, and where. */
export type AskedCommand = {
  command: Command
  comment: WrittenComment
  by: TeamScope<'member'>
  project: RepositoryProject
  integration: StoredIntegration
  held: HeldPullRequest
  place: HostPlace
  pullRequest: HostPullRequest
}
