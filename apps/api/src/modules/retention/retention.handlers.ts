import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { RetentionUseCases } from './retention.use-cases.ts'

export const retentionHandlers = (
  useCases: RetentionUseCases,
): Handlers<Pick<Routes, 'retention'>> => ({
  retention: {
    get: (scope, { params }) => useCases.getRetention(scope, params),
    set: (scope, { params, body }) => useCases.setRetention(scope, { id: params.id, policy: body }),
    preview: (scope, { params, query }) =>
      useCases.previewRetention(scope, { id: params.id, asked: query }),
  },
})
