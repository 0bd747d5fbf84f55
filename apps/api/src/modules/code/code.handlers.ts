import type { Routes } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Handlers } from '../../routing/serve.ts'

type Deps = Pick<
  UseCases,
  'getCodeGraph' | 'getCodeFile' | 'getCodeFolder' | 'storeCodeGraph' | 'getWhy'
>

/** The code of projects: files, and what imports what. */
export const codeHandlers = (useCases: Deps): Handlers<Pick<Routes, 'codeGraph' | 'why'>> => ({
  codeGraph: {
    get: (scope, { query }) => useCases.getCodeGraph(scope, query),
    file: (scope, { query }) => useCases.getCodeFile(scope, query),
    folder: (scope, { query }) => useCases.getCodeFolder(scope, query),
    send: (scope, { body }) => useCases.storeCodeGraph(scope, body),
  },
  why: (scope, { query }) => useCases.getWhy(scope, query),
})
