import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { ObservationUseCases } from './observations.use-cases.ts'

/** What was distilled out of sessions. */
export const observationHandlers = (
  useCases: ObservationUseCases,
): Handlers<Pick<Routes, 'observations'>> => ({
  observations: {
    create: (scope, { body }) => useCases.createObservation(scope, body),
    list: (scope, { query }) => useCases.listObservations(scope, query),
    get: (scope, { params }) => useCases.getObservation(scope, params),
  },
})
