import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import { makeAnswerConsent, makeFindConsent } from './consent.ts'
import type { GrantUseCases } from './grants.use-cases.ts'

type Deps = { useCases: GrantUseCases; publicUrl: string }

export const grantHandlers = (deps: Deps): Handlers<Pick<Routes, 'clients' | 'consent'>> => {
  const { useCases } = deps
  const findConsent = makeFindConsent(deps)
  const answerConsent = makeAnswerConsent(deps)
  return {
    clients: {
      list: (scope, { query }) => useCases.listClients(scope, query),
      revoke: (scope, { params }) => useCases.revokeClient(scope, params),
    },
    consent: {
      find: (scope, { params }, exchange) => findConsent(scope, params, exchange),
      answer: (scope, { params, body }, exchange) =>
        answerConsent(scope, { ...params, ...body }, exchange),
    },
  }
}
