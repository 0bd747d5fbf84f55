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

type UnitOfWork = Parameters<typeof makeGetCommit>[0]['unitOfWork']
type Deps = {
  unitOfWork: UnitOfWork
  /** Of what machines send. */
  machines: UnitOfWork
  now: Clock
}

/** Commits, the sessions behind them, and who wrote lines. */
export const commitUseCases = ({ unitOfWork, machines, now }: Deps) => ({
  ingestCommits: makeIngestCommits({ unitOfWork: machines, now }),
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
  tellStale: makeTellStale({ unitOfWork: machines }),
})
