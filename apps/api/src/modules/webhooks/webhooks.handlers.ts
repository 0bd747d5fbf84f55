import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { WebhookUseCases } from './webhooks.use-cases.ts'

export const webhookHandlers = (
  useCases: WebhookUseCases,
): Handlers<Pick<Routes, 'webhooks' | 'incomingHooks'>> => ({
  webhooks: {
    list: (scope) => useCases.listWebhooks(scope),
    add: (scope, { body }) => useCases.addWebhook(scope, body),
    set: (scope, { params, body }) => useCases.setWebhook(scope, { id: params.id, set: body }),
    remove: (scope, { params }) => useCases.removeWebhook(scope, params),
    rotate: (scope, { params }) => useCases.rotateWebhook(scope, params),
    test: (scope, { params }) => useCases.testWebhook(scope, params),
    deliveries: (scope, { params }) => useCases.listWebhookDeliveries(scope, params),
    replay: (scope, { params }) => useCases.replayWebhookDelivery(scope, params),
  },
  incomingHooks: {
    list: (scope) => useCases.listIncomingHooks(scope),
    add: (scope, { body }) => useCases.addIncomingHook(scope, body),
    set: (scope, { params, body }) => useCases.setIncomingHook(scope, { id: params.id, set: body }),
    remove: (scope, { params }) => useCases.removeIncomingHook(scope, params),
    rotate: (scope, { params }) => useCases.rotateIncomingHook(scope, params),
    events: (scope, { params }) => useCases.listIncomingEvents(scope, params),
  },
})
