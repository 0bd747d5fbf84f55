import { makeGetCommit, makeIngestCommits, makeListCommits } from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'

export const commitUseCases = ({ unitOfWork, machines, now }: Collaborators) => ({
  ingestCommits: makeIngestCommits({ unitOfWork: machines, now }),
  listCommits: makeListCommits({ unitOfWork }),
  getCommit: makeGetCommit({ unitOfWork }),
})

export type CommitUseCases = ReturnType<typeof commitUseCases>
