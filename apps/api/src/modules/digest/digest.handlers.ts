import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { DigestUseCases } from './digest.use-cases.ts'

/** The week of a team, and where it goes by mail. */
export const digestHandlers = (useCases: DigestUseCases): Handlers<Pick<Routes, 'digest'>> => ({
  digest: {
    get: (scope) => useCases.getOwnDigest(scope),
    set: (scope, { body }) => useCases.setOwnDigest(scope, body),
  },
})
