import { newId, ROUTES } from '@teamlore/shared'
import { expect } from 'vitest'
import { ACCESS_ROWS } from './access-rows.ts'
import { BOOK_ROWS } from './book-rows.ts'
import { CODE_ROWS } from './code-rows.ts'
import { derivedRows } from './derived-rows.ts'
import { DISTIL_LEASE_ROWS } from './distil-lease-rows.ts'
import { FORGETTING_ROWS } from './forgetting-rows.ts'
import { HOME_ROWS } from './home-rows.ts'
import { LINK_ROWS } from './link-rows.ts'
import { MEMORY_ROWS } from './memory-rows.ts'
import { PEOPLE_ROWS } from './people-rows.ts'
import { PROJECT_ROWS, SHARE_ROWS } from './project-rows.ts'
import { holds, list, ours, type RouteBattery } from './route-battery.ts'
import { sampleCaptureReport } from './samples.ts'
import { SEARCH_ROWS } from './search-rows.ts'
import { SESSION_NOTE_ROWS } from './session-note-rows.ts'
import { SINGLE_RECORD_ROWS } from './single-record-rows.ts'
import { ingestOf } from './transcript.ts'
import { WRITE_ROWS } from './write-rows.ts'

/** One row for each route under /v1; a test in routes.test.ts fails when one is missing. */
export const BATTERY: RouteBattery[] = [
  ...WRITE_ROWS,
  ...SEARCH_ROWS,
  ...BOOK_ROWS,
  ...CODE_ROWS,
  ...ACCESS_ROWS,
  ...PROJECT_ROWS,
  ...PEOPLE_ROWS,
  ...SHARE_ROWS,
  ...SESSION_NOTE_ROWS,
  ...SINGLE_RECORD_ROWS,
  ...MEMORY_ROWS,
  ...DISTIL_LEASE_ROWS,
  ...HOME_ROWS,
  ...LINK_ROWS,
  ...FORGETTING_ROWS,
  {
    route: 'GET /v1/sessions/:id/messages',
    as: 'viewer',
    status: 200,
    request: ({ session }) => ({ url: `/v1/sessions/${session}/messages` }),
    others: 'not_found',
    malformed: ({ session }) => ({ url: `/v1/sessions/${session}/messages?kind=loud` }),
    check: holds('message'),
  },
  ...derivedRows(ROUTES),
  {
    route: 'GET /v1/records',
    as: 'viewer',
    status: 200,
    request: ({ observation, message }) => ({
      url: `/v1/records?ids=${observation},${message.slice(0, 29)}`,
    }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/records' }),
    check: (response, { observation, message }) => {
      const found = (response.json().items as { id: string }[]).map(({ id }) => id)
      expect(found).toEqual([observation, message])
    },
  },
  {
    ...list('/v1/projects', 'session'),
    check: (response) => expect(response.body).toContain('heron'),
  },
  {
    ...list('/v1/machines', 'session'),
    check: (response) =>
      expect(response.json().items.map(({ name }: { name: string }) => name)).toContain('laptop'),
  },
  {
    route: 'POST /v1/machines',
    as: 'member',
    status: 201,
    request: () => ({ url: '/v1/machines', payload: ingestOf([], 'b'.repeat(32)).machine }),
    others: 'their own',
    malformed: () => ({ url: '/v1/machines', payload: { name: 'x' } }),
    check: (response) => expect(response.json().key).toMatch(/^tlk_/),
  },
  {
    ...ours('/v1/capture'),
    as: 'viewer',
    malformed: () => ({ url: `/v1/capture?machine=${'x'.repeat(200)}` }),
  },
  {
    route: 'PUT /v1/capture',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/capture', payload: sampleCaptureReport() }),
    others: 'their own',
    malformed: () => ({
      url: '/v1/capture',
      payload: { ...sampleCaptureReport(), sent_at: 'now' },
    }),
    check: (response) => expect(response.json().machine_id).toMatch(/^mac_/),
  },
  ours('/v1/redaction-rules'),
  {
    route: 'PUT /v1/redaction-rules',
    as: 'admin',
    status: 200,
    request: () => ({
      url: '/v1/redaction-rules',
      payload: { rules: [{ name: 'acme', pattern: 'acme_[a-z0-9]{8,40}' }] },
    }),
    others: 'their own',
    malformed: () => ({ url: '/v1/redaction-rules', payload: {} }),
    check: (response) =>
      expect(response.json()).toMatchObject({ rules: [{ name: 'acme' }], allow: [] }),
  },
  { ...ours('/v1/usage'), as: 'viewer', malformed: () => ({ url: '/v1/usage?days=0' }) },
  {
    route: 'PUT /v1/usage/settings',
    as: 'admin',
    status: 200,
    request: () => ({ url: '/v1/usage/settings', payload: { enabled: false, daily_usd: 1.5 } }),
    others: 'their own',
    malformed: () => ({ url: '/v1/usage/settings', payload: {} }),
    check: (response) =>
      expect(response.json().settings).toMatchObject({
        enabled: false,
        daily_usd: 1.5,
        own_usd: true,
        own_tokens: false,
      }),
  },
  ours('/v1/me'),
  {
    route: 'PUT /v1/me',
    as: 'viewer',
    status: 204,
    request: () => ({ url: '/v1/me', payload: { name: 'Ann of all' } }),
    others: 'their own',
    malformed: () => ({ url: '/v1/me', payload: { name: 'Ann', role: 'owner' } }),
  },
  {
    // What a key may not; a browser's way is tested in people.test.ts.
    route: 'POST /v1/me/team',
    as: 'viewer',
    status: 409,
    request: () => ({ url: '/v1/me/team', payload: { team: newId.team() } }),
    others: 'their own',
    malformed: () => ({ url: '/v1/me/team', payload: { team: 'mine' } }),
  },
  ours('/v1/stats'),
  ours('/v1/jobs'),
  {
    route: 'POST /v1/jobs/:id/retry',
    as: 'admin',
    status: 202,
    request: ({ job }) => ({ url: `/v1/jobs/${encodeURIComponent(job)}/retry` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/jobs/%20/retry' }),
  },
]
