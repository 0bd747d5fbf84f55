import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { CodeUseCases } from './code.use-cases.ts'

/** The code of projects: files, and what imports what. */
export const codeHandlers = (
  useCases: CodeUseCases,
): Handlers<Pick<Routes, 'codeGraph' | 'sharedCode' | 'why' | 'changeReport'>> => ({
  codeGraph: {
    get: (scope, { query }) => useCases.getCodeGraph(scope, query),
    file: (scope, { query }) => useCases.getCodeFile(scope, query),
    folder: (scope, { query }) => useCases.getCodeFolder(scope, query),
    send: (scope, { body }) => useCases.storeCodeGraph(scope, body),
  },
  sharedCode: {
    file: (scope, { query }) => useCases.getSharedFile(scope, query),
    send: (scope, { body }) => useCases.storeSharedCode(scope, body),
  },
  why: (scope, { query }) => useCases.getWhy(scope, query),
  changeReport: (scope, { body }) => useCases.reportChange(scope, body),
})
