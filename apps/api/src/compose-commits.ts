import {
  makeBlameLines,
  makeCreateLink,
  makeGetCommit,
  makeGetInsights,
  makeIngestCommits,
  makeListCommits,
  makeListLinks,
  makeListStale,
  makeMarkStaleReported,
  makeRemember,
  makeRemoveLink,
} from '@teamlore/core'
import { makeReportPullRequest } from '@teamlore/core/outcomes'
import type { Collaborators } from './collaborators.ts'

/** Commits, the sessions behind them, and who wrote lines. */
export const commitUseCases = ({ unitOfWork, machines, now }: Collaborators) => ({
  ingestCommits: makeIngestCommits({ unitOfWork: machines, now }),
  listCommits: makeListCommits({ unitOfWork }),
  getCommit: makeGetCommit({ unitOfWork }),
  listLinks: makeListLinks({ unitOfWork }),
  createLink: makeCreateLink({ unitOfWork }),
  removeLink: makeRemoveLink({ unitOfWork }),
  reportPullRequest: makeReportPullRequest({
    unitOfWork,
    now,
    remember: makeRemember({ unitOfWork, now }),
  }),
  blameLines: makeBlameLines({ unitOfWork }),
  getInsights: makeGetInsights({ unitOfWork, now }),
  listStale: makeListStale({ unitOfWork, now }),
  markStaleReported: makeMarkStaleReported({ unitOfWork: machines }),
})
