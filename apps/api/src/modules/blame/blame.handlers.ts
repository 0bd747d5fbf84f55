import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { BlameUseCases } from './blame.use-cases.ts'

/** Who wrote lines. */
export const blameHandlers = (useCases: BlameUseCases): Handlers<Pick<Routes, 'blame'>> => ({
  blame: (scope, { body }) => useCases.blameLines(scope, body),
})
