import {
  createSessionNoteRequestSchema,
  listSessionTagsQuerySchema,
  sessionNoteSchema,
  sessionTagListSchema,
} from '../contracts/session-note.contract.ts'
import { idParams, route } from './route.ts'

export const sessionNoteRoutes = {
  create: route({
    method: 'POST',
    path: '/v1/sessions/:id/notes',
    id: 'createSessionNote',
    needs: 'member',
    tag: 'Sessions',
    docs: 'adds a tag, an annotation or your own summary: `kind`, `text`; a tag that is there is returned as it is, a second summary takes the place of your first',
    summary: 'Add a note to a session',
    description:
      'A tag, an annotation or your own summary of a session. It is read by who reads the session. Of each person a session has one summary: a new one takes the place of the one before.',
    params: idParams('session'),
    body: createSessionNoteRequestSchema,
    answer: sessionNoteSchema,
    failures: [409, 422],
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/session-notes/:id',
    id: 'removeSessionNote',
    needs: 'member',
    tag: 'Sessions',
    docs: 'removes a note; for who wrote it, who had the session, and admins. Of a tag: for whoever may add one',
    summary: 'Remove a note',
    description:
      'Its author, the author of the session and admins may; a tag may be removed by whoever may add one. A second time changes nothing.',
    params: idParams('sessionNote'),
    answer: sessionNoteSchema,
    failures: [403, 422],
  }),
  restore: route({
    method: 'POST',
    path: '/v1/session-notes/:id/restore',
    id: 'restoreSessionNote',
    needs: 'member',
    tag: 'Sessions',
    docs: 'restores a note that was removed',
    summary: 'Restore a note',
    description:
      'Undoes its removal. Of a summary: it takes the place of the one that its author wrote since.',
    params: idParams('sessionNote'),
    answer: sessionNoteSchema,
    failures: [403, 422],
  }),
  tags: route({
    method: 'GET',
    path: '/v1/session-tags',
    id: 'listSessionTags',
    needs: 'viewer',
    tag: 'Sessions',
    docs: 'tags of the sessions you may read, with how many have each; `prefix`',
    summary: 'List tags',
    description: 'Tags of the sessions that you may read, the most used first.',
    query: listSessionTagsQuerySchema,
    answer: sessionTagListSchema,
    failures: [422],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const sessionNoteComponents = {
  SessionNote: sessionNoteSchema,
  SessionTagList: sessionTagListSchema,
} as const
