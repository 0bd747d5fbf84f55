import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { ForgettingUseCases } from './forgetting.use-cases.ts'

export const forgettingHandlers = (
  useCases: ForgettingUseCases,
): Handlers<Pick<Routes, 'forgetting' | 'tombstones'>> => ({
  forgetting: {
    previewSession: (scope, { params }) => useCases.previewForget(scope, 'session', params),
    session: (scope, { params }) => useCases.forget(scope, 'session', params),
    previewMessage: (scope, { params }) => useCases.previewForget(scope, 'message', params),
    message: (scope, { params }) => useCases.forget(scope, 'message', params),
    previewMemory: (scope, { params }) => useCases.previewForget(scope, 'memory', params),
    memory: (scope, { params }) => useCases.forget(scope, 'memory', params),
    previewMany: (scope, { body }) => useCases.previewForgetMany(scope, body),
    many: (scope, { body }) => useCases.forgetMany(scope, body),
    previewPerson: (scope, { params }) => useCases.previewErasePerson(scope, params),
    person: (scope, { params, body }) => useCases.erasePerson(scope, { ...params, ...body }),
    list: (scope, { query }) => useCases.listDeletions(scope, query),
    undo: (scope, { params }) => useCases.undoDeletion(scope, params),
    holds: (scope) => useCases.listHolds(scope),
    hold: (scope, { body }) => useCases.setHold(scope, body),
    lift: (scope, { body }) => useCases.liftHold(scope, body),
    settings: (scope) => useCases.getForgettingSettings(scope),
    set: (scope, { body }) => useCases.setForgettingSettings(scope, body),
  },
  tombstones: {
    mark: (scope) => useCases.getTombstoneMark(scope),
    ask: (scope, { body }) => useCases.askTombstones(scope, body),
  },
})
