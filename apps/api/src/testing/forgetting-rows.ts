import { expect } from 'vitest'
import { holds, type RouteBattery } from './route-battery.ts'

const LONG_AGO = { mine: true, before: '2001-01-01' }

const KINDS = [
  { path: '/v1/messages', kind: 'message' },
  { path: '/v1/memories', kind: 'memory' },
  { path: '/v1/sessions', kind: 'session' },
] as const

/** What an admin may have forgotten by its id, whoever may see it. */
export const FORGET_ROUTES: readonly string[] = [
  ...KINDS.flatMap(({ path }) => [`GET ${path}/:id/forget-preview`, `DELETE ${path}/:id`]),
  'GET /v1/team/members/:id/erasure-preview',
  'POST /v1/team/members/:id/erase',
]

/** Rows of what has things forgotten, the least first: later ones go with the session. */
export const FORGETTING_ROWS: RouteBattery[] = [
  ...KINDS.map(
    ({ path, kind }): RouteBattery => ({
      route: `GET ${path}/:id/forget-preview`,
      as: 'member',
      status: 200,
      request: (ids) => ({ url: `${path}/${ids[kind]}/forget-preview` }),
      others: 'not_found',
      malformed: () => ({ url: `${path}/prj_01abcdef/forget-preview` }),
      check: (response, ids) => expect(response.json().subject).toBe(ids[kind]),
    }),
  ),
  {
    route: 'GET /v1/team/members/:id/erasure-preview',
    as: 'member',
    status: 403,
    request: ({ user }) => ({ url: `/v1/team/members/${user}/erasure-preview` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/team/members/ses_01abcdef/erasure-preview' }),
    check: (response) => expect(response.json().error.code).toBe('forgetting.not_yours'),
  },
  {
    route: 'POST /v1/team/members/:id/erase',
    as: 'member',
    status: 403,
    request: ({ user }) => ({
      url: `/v1/team/members/${user}/erase`,
      payload: { confirm: 'Ann' },
    }),
    others: 'not_found',
    malformed: ({ user }) => ({ url: `/v1/team/members/${user}/erase`, payload: {} }),
    check: (response) => expect(response.json().error.code).toBe('forgetting.not_yours'),
  },
  {
    route: 'POST /v1/deletions/preview',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/deletions/preview', payload: LONG_AGO }),
    others: 'their own',
    malformed: () => ({ url: '/v1/deletions/preview', payload: { mine: 'all' } }),
    check: (response) => expect(response.json()).toMatchObject({ kind: 'mine', goes: [] }),
  },
  {
    route: 'POST /v1/deletions',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/deletions', payload: LONG_AGO }),
    others: 'their own',
    malformed: () => ({ url: '/v1/deletions', payload: { before: 'soon' } }),
    check: (response) => expect(response.json()).toMatchObject({ kind: 'mine', counts: [] }),
  },
  {
    route: 'GET /v1/deletions',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/deletions' }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/deletions?limit=0' }),
    check: holds('deletion'),
  },
  {
    route: 'POST /v1/deletions/:id/undo',
    as: 'member',
    status: 200,
    request: ({ deletion }) => ({ url: `/v1/deletions/${deletion}/undo` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/deletions/prj_01abcdef/undo' }),
    check: (response) => expect(response.json().state).toBe('undone'),
  },
  {
    route: 'GET /v1/tombstones',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/tombstones' }),
    others: 'their own',
    malformed: null,
    check: (response) => expect(response.json()).toEqual({ mark: expect.any(String) }),
  },
  {
    route: 'POST /v1/tombstones',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/tombstones', payload: { hashes: ['0'.repeat(64)] } }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/tombstones', payload: { hashes: ['ses_01abcdef'] } }),
    check: (response) => expect(response.json()).toEqual({ forgotten: [] }),
  },
  {
    route: 'GET /v1/legal-holds',
    as: 'admin',
    status: 200,
    request: () => ({ url: '/v1/legal-holds' }),
    others: 'their own',
    malformed: null,
    check: (response) => expect(response.json()).toEqual({ items: [] }),
  },
  {
    route: 'POST /v1/legal-holds',
    as: 'admin',
    status: 200,
    request: ({ user }) => ({
      url: '/v1/legal-holds',
      payload: { subject: user, reason: 'A case.' },
    }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/legal-holds', payload: { subject: 'usr_x', reason: '' } }),
    check: (response, { user }) =>
      expect(response.json().items).toMatchObject([{ kind: 'person', subject: user }]),
  },
  {
    route: 'POST /v1/legal-holds/lift',
    as: 'admin',
    status: 200,
    request: ({ user }) => ({ url: '/v1/legal-holds/lift', payload: { subject: user } }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/legal-holds/lift', payload: {} }),
    check: (response) => expect(response.json().items[0].lifted_at).not.toBeNull(),
  },
  {
    route: 'GET /v1/forgetting-settings',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/forgetting-settings' }),
    others: 'their own',
    malformed: null,
    check: (response) => expect(response.json()).toEqual({ delay_hours: 24 }),
  },
  {
    route: 'PUT /v1/forgetting-settings',
    as: 'admin',
    status: 200,
    request: () => ({ url: '/v1/forgetting-settings', payload: { delay_hours: 48 } }),
    others: 'their own',
    malformed: () => ({ url: '/v1/forgetting-settings', payload: { delay_hours: -1 } }),
    check: (response) => expect(response.json()).toEqual({ delay_hours: 48 }),
  },
  ...KINDS.map(
    ({ path, kind }): RouteBattery => ({
      route: `DELETE ${path}/:id`,
      as: 'member',
      status: 200,
      request: (ids) => ({ url: `${path}/${ids[kind]}` }),
      others: 'not_found',
      malformed: () => ({ url: `${path}/prj_01abcdef` }),
      check: (response, ids) =>
        expect(response.json()).toMatchObject({ kind, subject: ids[kind], state: 'waiting' }),
    }),
  ),
]
