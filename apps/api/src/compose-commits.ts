import {
  type Clock,
  makeBlameLines,
  makeCreateLink,
  makeGetCommit,
  makeGetInsights,
  makeIngestCommits,
  makeListCommits,
  makeListLinks,
  makeListStale,
  makeRemember,
  makeRemoveLink,
  makeTellStale,
} from '@teamlore/core'
import { makeReportPullRequest } from '@teamlore/core/outcomes'

type Deps = { unitOfWork: Parameters<typeof makeGetCommit>[0]['unitOfWork']; now: Clock }

/** Commits, the sessions behind them, and who wrote lines. */
export const commitUseCases = ({ unitOfWork, now }: Deps) => ({
  ingestCommits: makeIngestCommits({ unitOfWork, now }),
  listCommits: makeListCommits({ unitOfWork }),
  getCommit: makeGetCommit({ unitOfWork }),
  listLinks: makeListLinks({ unitOfWork }),
  createLink: makeCreateLink({ unitOfWork }),
  removeLink: makeRemoveLink({ unitOfWork }),
  reportPullRequest: makeReportPullRequest({
    ...{ unitOfWork, now },
    remember: makeRemember({ unitOfWork, now }),
  }),
  blameLines: makeBlameLines({ unitOfWork }),
  getInsights: makeGetInsights({ unitOfWork, now }),
  listStale: makeListStale({ unitOfWork, now }),
  tellStale: makeTellStale({ unitOfWork }),
})
