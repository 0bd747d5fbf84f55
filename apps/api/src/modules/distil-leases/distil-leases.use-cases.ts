import {
  makeAnswerLeases,
  makeGetLeaseStatus,
  makeLeaseSessions,
  makeSetDistilRule,
} from '@teamlore/core/distil-leases'
import type { Collaborators } from '../../platform/collaborators.ts'

export const distilLeaseUseCases = ({ unitOfWork }: Collaborators) => ({
  getLeaseStatus: makeGetLeaseStatus({ unitOfWork }),
  leaseSessions: makeLeaseSessions({ unitOfWork }),
  answerLeases: makeAnswerLeases({ unitOfWork }),
  setDistilRule: makeSetDistilRule({ unitOfWork }),
})

export type DistilLeaseUseCases = ReturnType<typeof distilLeaseUseCases>
