import type { GitHubStandIn } from './github-server.ts'
import type { GitLabStandIn } from './gitlab-server.ts'

export { commitAs, PERSON } from './git-state.ts'
export { type GitHubStandIn, startGitHub } from './github-server.ts'
export { type GitLabStandIn, startGitLab } from './gitlab-server.ts'
export type { StandInHookRequest, StandInPushed } from './hook-options.ts'
export type { StandInPullRequest, StandInRepository } from './host-state.ts'
export { type SlackStandIn, startSlack } from './slack-server.ts'
export type { StandInChannel, StandInPerson } from './slack-state.ts'

/** A host of code on this machine, of whichever kind: what batteries ask of each in the same way. */
export type HostStandIn = GitHubStandIn | GitLabStandIn
