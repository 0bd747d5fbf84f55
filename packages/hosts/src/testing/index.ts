export { type GitHubStandIn, startGitHub } from './github-server.ts'
export type { StandInPullRequest, StandInRepository } from './github-state.ts'
