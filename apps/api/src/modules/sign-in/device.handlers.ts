import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { SignInUseCases } from './sign-in.use-cases.ts'

export const deviceHandlers = (useCases: SignInUseCases): Handlers<Pick<Routes, 'device'>> => ({
  device: {
    code: (_scope, { body }, { request }) =>
      useCases.requestDeviceCode(body, { address: request.ip }),
    token: (_scope, { body }) => useCases.pollDeviceToken(body),
    find: (scope, { body }) => useCases.findWaitingDevice(scope, body),
    answer: (scope, { body }) => useCases.answerWaitingDevice(scope, body),
  },
})
