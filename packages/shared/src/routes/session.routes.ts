import {
  blockSchema,
  ingestEditSchema,
  ingestMessageSchema,
} from '../contracts/message.contract.ts'
import {
  listMessagesQuerySchema,
  listPromptsQuerySchema,
  listSessionsQuerySchema,
  messagePageSchema,
  messageSchema,
  promptPageSchema,
  promptSchema,
  sessionDetailSchema,
  sessionPageSchema,
  sessionSchema,
} from '../contracts/session.contract.ts'
import { sharePreviewSchema } from '../contracts/share.contract.ts'
import {
  createPromptRequestSchema,
  singleRecordSchema,
} from '../contracts/single-record.contract.ts'
import { needed } from '../roles/roles.ts'
import { idParams, route } from './route.ts'

export const sessionRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/sessions',
    id: 'listSessions',
    needs: 'viewer',
    tag: 'Sessions',
    about: 'session',
    docs: 'list; filters `project`, `tool`, `author`, `branch`, `kind`, `started_by` (`person` unless given, `program`, `anyone`), `title`, `tag`, `before`, `after`',
    summary: 'List sessions',
    description:
      'Sessions of the team, the most recently active first: those visible to the team, and your own private ones.',
    query: listSessionsQuerySchema,
    answer: sessionPageSchema,
    failures: [422],
  }),
  get: route({
    method: 'GET',
    path: '/v1/sessions/:id',
    id: 'getSession',
    needs: 'viewer',
    tag: 'Sessions',
    about: 'session',
    docs: 'one, with subagents, files, what its reader saw',
    summary: 'Get a session',
    description:
      'One session with its subagents and forks, the files it changed, and what its reader saw in the source file.',
    params: idParams('session'),
    answer: sessionDetailSchema,
    failures: [422],
  }),
  messages: route({
    method: 'GET',
    path: '/v1/sessions/:id/messages',
    id: 'listMessages',
    needs: 'viewer',
    tag: 'Sessions',
    docs: 'transcript in order, each message with the one it follows (`parent_id`); `around` a message, `preview_chars`, backwards by `previous_cursor`',
    summary: 'Read a transcript',
    description: [
      'Messages of a session in the order of its file. Texts longer than `preview_chars` are shortened, and say by how',
      'much; GET /v1/messages/{id} returns one whole. `around` starts in the middle, `previous_cursor` reads backwards.',
    ].join(' '),
    params: idParams('session'),
    query: listMessagesQuerySchema,
    answer: messagePageSchema,
    failures: [422],
  }),
  sharePreview: route({
    method: 'GET',
    path: '/v1/sessions/:id/share',
    id: 'previewShare',
    needs: needed('sessions.capture'),
    tag: 'Sessions',
    docs: 'what the team would see of a private session of yours, by kind with titles; of a shared one, whether it can be private again',
    summary: 'Preview sharing a session',
    description:
      'What goes along: the session, what it started, and all that came of them. Changes nothing. Of a session that the team reads: whether it can be private again.',
    params: idParams('session'),
    answer: sharePreviewSchema,
    failures: [403, 422],
  }),
  share: route({
    method: 'POST',
    path: '/v1/sessions/:id/share',
    id: 'shareSession',
    needs: needed('sessions.capture'),
    tag: 'Sessions',
    docs: 'let the team read a private session of yours, with all that came of it',
    summary: 'Share a session with the team',
    description:
      'The session, what it started and all that came of them are read by the team, or by the members of its project where that is restricted. Again changes nothing.',
    params: idParams('session'),
    answer: sharePreviewSchema,
    failures: [403, 409, 422],
  }),
  unshare: route({
    method: 'DELETE',
    path: '/v1/sessions/:id/share',
    id: 'unshareSession',
    needs: needed('sessions.capture'),
    tag: 'Sessions',
    docs: 'make a session of yours private again, as long as nobody else has drawn on it',
    summary: 'Make a session private again',
    description:
      'Refused once somebody else opened it or was given of it, linked it, or a memory of the team rests on it. Again changes nothing.',
    params: idParams('session'),
    answer: sharePreviewSchema,
    failures: [403, 409, 422],
  }),
} as const

export const messageRoutes = {
  get: route({
    method: 'GET',
    path: '/v1/messages/:id',
    id: 'getMessage',
    needs: 'viewer',
    tag: 'Sessions',
    about: 'message',
    docs: 'one message, whole, with `parent_id`',
    summary: 'Get a message',
    description: 'One message with all its content, as it was taken in.',
    params: idParams('message'),
    answer: messageSchema,
    failures: [422],
  }),
} as const

export const promptRoutes = {
  create: route({
    method: 'POST',
    path: '/v1/prompts',
    id: 'createPrompt',
    needs: 'member',
    tag: 'Ingest',
    docs: 'send a single prompt: `text`; also `project`, `key`, `occurred_at`',
    summary: 'Send a single prompt',
    description:
      'Stores one prompt in a session of its own, with the visibility that is usual in the project. Only `text` is needed. Secrets are taken out. Sending the same again changes nothing.',
    body: createPromptRequestSchema,
    answer: singleRecordSchema,
    failures: [404, 409, 422, 503],
  }),
  list: route({
    method: 'GET',
    path: '/v1/prompts',
    id: 'listPrompts',
    needs: 'viewer',
    tag: 'Sessions',
    about: 'message',
    docs: "what people asked; filters `project`, `session`, `tool`, `author`, `text` (contains it, in whatever case), `before`, `after`. `at` is the prompt's own time (`ts`), else when its session began",
    summary: 'List prompts',
    description: 'What people asked their coding agents, the newest first.',
    query: listPromptsQuerySchema,
    answer: promptPageSchema,
    failures: [404, 422],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const sessionComponents = {
  Block: blockSchema,
  Edit: ingestEditSchema,
  IngestMessage: ingestMessageSchema,
  Message: messageSchema,
  MessagePage: messagePageSchema,
  Prompt: promptSchema,
  PromptPage: promptPageSchema,
  Session: sessionSchema,
  SessionDetail: sessionDetailSchema,
  SessionPage: sessionPageSchema,
  SharePreview: sharePreviewSchema,
} as const
