import type { Routes } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Handlers } from '../../routing/serve.ts'

type Deps = Pick<
  UseCases,
  'requestDeviceCode' | 'pollDeviceToken' | 'findWaitingDevice' | 'answerWaitingDevice'
>

export const deviceHandlers = (useCases: Deps): Handlers<Pick<Routes, 'device'>> => ({
  device: {
    code: (_scope, { body }, { request }) =>
      useCases.requestDeviceCode(body, { address: request.ip }),
    token: (_scope, { body }) => useCases.pollDeviceToken(body),
    find: (scope, { body }) => useCases.findWaitingDevice(scope, body),
    answer: (scope, { body }) => useCases.answerWaitingDevice(scope, body),
  },
})
