import {
  API_ROUTES,
  listMessagesQuerySchema,
  listPromptsQuerySchema,
  listSessionsQuerySchema,
  messagePageSchema,
  messageSchema,
  promptPageSchema,
  sessionDetailSchema,
  sessionPageSchema,
} from '@teamlore/shared'
import { idParams } from '../../routing/id-params.ts'
import { type Route, teamRoute } from '../../routing/route.ts'
import type { UseCases } from '../../use-cases.ts'

type Deps = Pick<
  UseCases,
  'listSessions' | 'getSession' | 'listMessages' | 'getMessage' | 'listPrompts'
>

export const sessionRoutes = (useCases: Deps): Route[] => [
  ...routesOfSessions(useCases),
  ...routesOfMessages(useCases),
]

const routesOfSessions = (useCases: Deps): Route[] => [
  teamRoute({
    method: 'GET',
    path: API_ROUTES.sessions,
    id: 'listSessions',
    needs: 'viewer',
    tag: 'Sessions',
    summary: 'List sessions',
    description:
      'Sessions of the team, the most recently active first: those visible to the team, and your own private ones.',
    query: listSessionsQuerySchema,
    answer: sessionPageSchema,
    failures: [422],
    run: (scope, { query }) => useCases.listSessions(scope, query),
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.session,
    id: 'getSession',
    needs: 'viewer',
    tag: 'Sessions',
    summary: 'Get a session',
    description:
      'One session with its subagents and forks, the files it changed, and what its reader saw in the source file.',
    params: idParams('ses'),
    answer: sessionDetailSchema,
    failures: [422],
    run: (scope, { params }) => useCases.getSession(scope, params),
  }),
]

const routesOfMessages = (useCases: Deps): Route[] => [
  teamRoute({
    method: 'GET',
    path: API_ROUTES.sessionMessages,
    id: 'listMessages',
    needs: 'viewer',
    tag: 'Sessions',
    summary: 'Read a transcript',
    description: [
      'Messages of a session in the order of its file. Texts longer than `preview_chars` are shortened, and say by how',
      'much; GET /v1/messages/{id} returns one whole. `around` starts in the middle, `previous_cursor` reads backwards.',
    ].join(' '),
    params: idParams('ses'),
    query: listMessagesQuerySchema,
    answer: messagePageSchema,
    failures: [422],
    run: (scope, { params, query }) =>
      useCases.listMessages(scope, { ...query, session_id: params.id }),
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.message,
    id: 'getMessage',
    needs: 'viewer',
    tag: 'Sessions',
    summary: 'Get a message',
    description: 'One message with all its content, as it was taken in.',
    params: idParams('msg'),
    answer: messageSchema,
    failures: [422],
    run: (scope, { params }) => useCases.getMessage(scope, params),
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.prompts,
    id: 'listPrompts',
    needs: 'viewer',
    tag: 'Sessions',
    summary: 'List prompts',
    description: 'What people asked their coding agents, the newest first.',
    query: listPromptsQuerySchema,
    answer: promptPageSchema,
    failures: [404, 422],
    run: (scope, { query }) => useCases.listPrompts(scope, query),
  }),
]
