import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { HomeUseCases } from './home.use-cases.ts'

/** The first page of a person. */
export const homeHandlers = (useCases: HomeUseCases): Handlers<Pick<Routes, 'home'>> => ({
  home: {
    get: (scope, { query }) => useCases.getHome(scope, query),
    visit: (scope) => useCases.visitHome(scope),
    setGuide: (scope, { body }) => useCases.setGuide(scope, body),
  },
})
