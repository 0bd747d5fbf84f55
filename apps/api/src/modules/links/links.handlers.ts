import type { Routes } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Handlers } from '../../routing/serve.ts'

type Deps = Pick<UseCases, 'listLinks' | 'createLink' | 'removeLink'>

/** Links between sessions and commits. */
export const linkHandlers = (useCases: Deps): Handlers<Pick<Routes, 'links'>> => ({
  links: {
    list: (scope, { query }) => useCases.listLinks(scope, query),
    create: (scope, { body }) => useCases.createLink(scope, body),
    remove: (scope, { body }) => useCases.removeLink(scope, body),
  },
})
