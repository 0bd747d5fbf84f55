import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { IntegrationUseCases } from './integrations.use-cases.ts'

export const integrationHandlers = (
  useCases: IntegrationUseCases,
): Handlers<Pick<Routes, 'agentsMdPullRequest' | 'integrations'>> => ({
  agentsMdPullRequest: {
    get: (scope, { params }) => useCases.getAgentsMdPullRequest(scope, params),
    set: (scope, { params, body }) =>
      useCases.setAgentsMdPullRequest(scope, { id: params.id, path: body.path }),
    remove: (scope, { params }) => useCases.removeAgentsMdPullRequest(scope, params),
  },
  integrations: {
    list: (scope) => useCases.listIntegrations(scope),
    start: (scope, { body }) => useCases.startIntegration(scope, body),
    finish: (scope, { body }) => useCases.finishIntegration(scope, body),
    connect: (scope, { body }) => useCases.connectIntegration(scope, body),
    token: (scope, { params, body }) => useCases.setToken(scope, { id: params.id, set: body }),
    set: (scope, { params, body }) => useCases.setIntegration(scope, { id: params.id, set: body }),
    remove: (scope, { params }) => useCases.removeIntegration(scope, params),
    test: (scope, { params }) => useCases.testIntegration(scope, params),
    repositories: (scope, { params }) => useCases.listHostedRepositories(scope, params),
    deliveries: (scope, { params, query }) =>
      useCases.listDeliveries(scope, { id: params.id, query }),
    replay: (scope, { params }) => useCases.replayDelivery(scope, params),
    backfill: (scope, { params, body }) =>
      useCases.askBackfill(scope, { id: params.id, backfill: body }),
    require: (scope, { params, body }) => useCases.setRequired(scope, { id: params.id, set: body }),
    dismissals: (scope, { params }) => useCases.listDismissals(scope, params),
    undismiss: (scope, { params }) => useCases.undoDismissal(scope, params),
    comments: (scope, { params }) => useCases.listPostedComments(scope, params),
  },
})
