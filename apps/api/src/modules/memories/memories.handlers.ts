import type { Routes } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Handlers } from '../../routing/serve.ts'

type Deps = Pick<
  UseCases,
  'listMemories' | 'getMemory' | 'getMemoryHistory' | 'remember' | 'editMemory'
>

/** What the team holds to be so. */
export const memoryHandlers = (useCases: Deps): Handlers<Pick<Routes, 'memories'>> => ({
  memories: {
    list: (scope, { query }) => useCases.listMemories(scope, query),
    remember: (scope, { body }) => useCases.remember(scope, body),
    get: (scope, { params }) => useCases.getMemory(scope, params),
    edit: (scope, { params, body }) => useCases.editMemory(scope, { id: params.id, request: body }),
    history: (scope, { params, query }) =>
      useCases.getMemoryHistory(scope, { ...params, ...query }),
  },
})
