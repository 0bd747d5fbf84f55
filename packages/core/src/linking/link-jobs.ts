export { type LinkCommits, makeLinkCommits } from './link-commits.ts'
export { type LinkSession, makeLinkSession } from './link-session.ts'
