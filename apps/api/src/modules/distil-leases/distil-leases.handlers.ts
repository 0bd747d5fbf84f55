import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { DistilLeaseUseCases } from './distil-leases.use-cases.ts'

/** Sessions that people have their own coding agents distil. */
export const distilLeaseHandlers = (
  useCases: DistilLeaseUseCases,
): Handlers<Pick<Routes, 'distilLeases'>> => ({
  distilLeases: {
    status: (scope, { query }) => useCases.getLeaseStatus(scope, query),
    lease: (scope, { body }) => useCases.leaseSessions(scope, body),
    answer: (scope, { body }) => useCases.answerLeases(scope, body),
    setRule: (scope, { body }) => useCases.setDistilRule(scope, body),
  },
})
