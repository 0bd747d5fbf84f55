import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { AgentsMdUseCases } from './agents-md.use-cases.ts'

export const agentsMdHandlers = (
  useCases: AgentsMdUseCases,
): Handlers<Pick<Routes, 'agentsMd'>> => ({
  agentsMd: {
    get: (scope, { params }) => useCases.getAgentsMd(scope, params),
    check: (scope, { params, body }) => useCases.checkAgentsMd(scope, { ...params, ...body }),
    export: (scope, { params, body }) => useCases.exportAgentsMd(scope, { ...params, ...body }),
    import: (scope, { params, body }) => useCases.importAgentsMd(scope, { ...params, ...body }),
    policy: (scope, { params }) => useCases.getAgentsMdPolicy(scope, params),
    setPolicy: (scope, { params, body }) =>
      useCases.setAgentsMdPolicy(scope, { id: params.id, policy: body }),
    removePolicy: (scope, { params }) => useCases.removeAgentsMdPolicy(scope, params),
  },
})
