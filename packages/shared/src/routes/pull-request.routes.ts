import {
  reportedPullRequestSchema,
  reportPullRequestSchema,
} from '../contracts/pull-request.contract.ts'
import { route } from './route.ts'

export const pullRequestRoutes = {
  report: route({
    method: 'POST',
    path: '/v1/pull-requests',
    id: 'reportPullRequest',
    needs: 'member',
    tag: 'Commits',
    docs: 'reports what became of a pull request; a `rejected` one lowers the trust in what rests on it and becomes a graveyard draft',
    summary: 'Report a pull request',
    description:
      'For a bot or CI. Of one that was rejected, memories that rest on its commits are trusted less, and it becomes a graveyard draft with the reason that is given, else one quoted from a session. Opened again or merged, all is as before. The same again changes nothing.',
    body: reportPullRequestSchema,
    answer: reportedPullRequestSchema,
    failures: [404, 422],
  }),
} as const
