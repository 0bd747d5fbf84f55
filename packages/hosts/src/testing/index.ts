export { type GitHubStandIn, startGitHub } from './github-server.ts'
export type { StandInPullRequest, StandInRepository } from './github-state.ts'
export { type SlackStandIn, startSlack } from './slack-server.ts'
export type { StandInChannel, StandInPerson } from './slack-state.ts'
