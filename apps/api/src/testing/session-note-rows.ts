import { expect } from 'vitest'
import type { RouteBattery } from './route-battery.ts'

/** Rows of what people say of sessions. */
export const SESSION_NOTE_ROWS: RouteBattery[] = [
  {
    route: 'POST /v1/sessions/:id/notes',
    as: 'member',
    status: 200,
    request: ({ session }) => ({
      url: `/v1/sessions/${session}/notes`,
      payload: { kind: 'tag', text: 'harbour' },
    }),
    others: 'not_found',
    malformed: ({ session }) => ({
      url: `/v1/sessions/${session}/notes`,
      payload: { kind: 'shout', text: 'x' },
    }),
    check: (response) => expect(response.json().text).toBe('harbour'),
  },
  {
    route: 'POST /v1/session-notes/:id/restore',
    as: 'member',
    status: 200,
    request: ({ sessionNote }) => ({ url: `/v1/session-notes/${sessionNote}/restore` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/session-notes/prj_01abcdef/restore' }),
    check: (response, ids) => expect(response.json().id).toBe(ids.sessionNote),
  },
  {
    route: 'DELETE /v1/session-notes/:id',
    as: 'member',
    status: 200,
    request: ({ sessionNote }) => ({ url: `/v1/session-notes/${sessionNote}` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/session-notes/prj_01abcdef' }),
    check: (response) => expect(response.json().removed_at).toEqual(expect.any(String)),
  },
  {
    route: 'GET /v1/session-tags',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/session-tags' }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/session-tags?limit=0' }),
    check: (response) => expect(response.json().items).toBeInstanceOf(Array),
  },
]
