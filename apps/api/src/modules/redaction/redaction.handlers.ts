import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { RedactionUseCases } from './redaction.use-cases.ts'

/** A team's own rules of what is taken out of sessions. */
export const redactionHandlers = (
  useCases: RedactionUseCases,
): Handlers<Pick<Routes, 'redactionRules'>> => ({
  redactionRules: {
    get: (scope) => useCases.getRedactionRules(scope),
    set: (scope, { body }) => useCases.setRedactionRules(scope, body),
  },
})
