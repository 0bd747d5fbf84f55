import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { SessionUseCases } from './sessions.use-cases.ts'

export const sessionHandlers = (
  useCases: SessionUseCases,
): Handlers<Pick<Routes, 'sessions' | 'sessionNotes' | 'messages' | 'prompts'>> => ({
  sessions: {
    list: (scope, { query }) => useCases.listSessions(scope, query),
    get: (scope, { params }) => useCases.getSession(scope, params),
    messages: (scope, { params, query }) =>
      useCases.listMessages(scope, { ...query, session_id: params.id }),
    sharePreview: (scope, { params }) => useCases.previewShare(scope, params),
    share: (scope, { params }) => useCases.shareSession(scope, params),
    unshare: (scope, { params }) => useCases.unshareSession(scope, params),
  },
  sessionNotes: {
    create: (scope, { params, body }) => useCases.createSessionNote(scope, { ...params, ...body }),
    remove: (scope, { params }) => useCases.removeSessionNote(scope, params),
    restore: (scope, { params }) => useCases.restoreSessionNote(scope, params),
    tags: (scope, { query }) => useCases.listSessionTags(scope, query),
  },
  messages: { get: (scope, { params }) => useCases.getMessage(scope, params) },
  prompts: {
    create: (scope, { body }) => useCases.createPrompt(scope, body),
    list: (scope, { query }) => useCases.listPrompts(scope, query),
  },
})
