import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { SlackUseCases } from './slack.use-cases.ts'

export const slackHandlers = (useCases: SlackUseCases): Handlers<Pick<Routes, 'slack'>> => ({
  slack: {
    list: (scope) => useCases.listSlack(scope),
    start: (scope, { body }) => useCases.startSlack(scope, body),
    finish: (scope, { body }) => useCases.finishSlack(scope, body),
    keys: (scope, { params, body }) => useCases.keepSlackKeys(scope, { id: params.id, keys: body }),
    set: (scope, { params, body }) => useCases.setSlack(scope, { id: params.id, set: body }),
    remove: (scope, { params }) => useCases.removeSlack(scope, params),
    test: (scope, { params }) => useCases.testSlack(scope, params),
    deliveries: (scope, { params, query }) =>
      useCases.listSlackDeliveries(scope, { id: params.id, query }),
    replay: (scope, { params }) => useCases.replaySlackDelivery(scope, params),
  },
})
