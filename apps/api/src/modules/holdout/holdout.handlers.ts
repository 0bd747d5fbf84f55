import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { HoldoutUseCases } from './holdout.use-cases.ts'

export const holdoutHandlers = (useCases: HoldoutUseCases): Handlers<Pick<Routes, 'holdout'>> => ({
  holdout: {
    get: (scope, { params }) => useCases.getHoldout(scope, params),
    set: (scope, { params, body }) =>
      useCases.setHoldout(scope, { id: params.id, share: body.share }),
    report: (scope, { body }) => useCases.reportHoldoutArms(scope, body),
  },
})
