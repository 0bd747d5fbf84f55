import type { Routes } from '@teamlore/shared'
import type { UseCases } from '../../compose.ts'
import type { Handlers } from '../../routing/serve.ts'

type Deps = Pick<
  UseCases,
  | 'listSessions'
  | 'getSession'
  | 'listMessages'
  | 'getMessage'
  | 'listPrompts'
  | 'previewShare'
  | 'shareSession'
  | 'unshareSession'
>

export const sessionHandlers = (
  useCases: Deps,
): Handlers<Pick<Routes, 'sessions' | 'messages' | 'prompts'>> => ({
  sessions: {
    list: (scope, { query }) => useCases.listSessions(scope, query),
    get: (scope, { params }) => useCases.getSession(scope, params),
    messages: (scope, { params, query }) =>
      useCases.listMessages(scope, { ...query, session_id: params.id }),
    sharePreview: (scope, { params }) => useCases.previewShare(scope, params),
    share: (scope, { params }) => useCases.shareSession(scope, params),
    unshare: (scope, { params }) => useCases.unshareSession(scope, params),
  },
  messages: { get: (scope, { params }) => useCases.getMessage(scope, params) },
  prompts: { list: (scope, { query }) => useCases.listPrompts(scope, query) },
})
