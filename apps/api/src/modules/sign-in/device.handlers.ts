import type { TeamScope } from '@teamlore/core'
import type { Routes } from '@teamlore/shared'
import { needed } from '@teamlore/shared/roles'
import type { AnswerDevice, WaitingDevice } from '@teamlore/shared/sign-in'
import type { FastifyBaseLogger } from 'fastify'
import { scopeOf } from '../../plugins/auth.plugin.ts'
import type { Handlers } from '../../routing/serve.ts'
import type { SignInUseCases } from './sign-in.use-cases.ts'

/** Clients wait under short codes too, and anybody may let one in for what they may do themselves. */
type Clients = {
  findWaitingClient: (
    scope: TeamScope,
    asked: { user_code: string },
  ) => Promise<WaitingDevice | undefined>
  answerWaitingClient: (
    scope: TeamScope,
    answer: AnswerDevice,
    log: FastifyBaseLogger,
  ) => Promise<boolean>
}

const MACHINES = needed('machines.register')

export const deviceHandlers = (
  useCases: SignInUseCases & Clients,
): Handlers<Pick<Routes, 'device'>> => ({
  device: {
    code: (_scope, { body }, { request }) =>
      useCases.requestDeviceCode(body, { address: request.ip }),
    token: (_scope, { body }) => useCases.pollDeviceToken(body),
    find: async (scope, { body }, { request }) =>
      (await useCases.findWaitingClient(scope, body)) ??
      useCases.findWaitingDevice(scopeOf(request, MACHINES), body),
    answer: async (scope, { body }, { request }) => {
      if (await useCases.answerWaitingClient(scope, body, request.log)) return
      await useCases.answerWaitingDevice(scopeOf(request, MACHINES), body)
    },
  },
})
