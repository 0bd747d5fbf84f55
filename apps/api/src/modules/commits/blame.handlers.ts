import type { Routes } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Handlers } from '../../routing/serve.ts'

/** Who wrote lines. */
export const blameHandlers = (
  useCases: Pick<UseCases, 'blameLines'>,
): Handlers<Pick<Routes, 'blame'>> => ({
  blame: (scope, { body }) => useCases.blameLines(scope, body),
})
