import { expect } from 'vitest'
import type { RouteBattery } from './route-battery.ts'

/** Rows of who is in a team. */
export const PEOPLE_ROWS: RouteBattery[] = [
  {
    route: 'GET /v1/team/members',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/team/members' }),
    others: 'their own',
    malformed: () => ({ url: '/v1/team/members?limit=0' }),
    check: (response, ids) => expect(response.body).toContain(ids.user),
  },
  {
    route: 'PUT /v1/team/members/:id',
    as: 'admin',
    status: 204,
    request: ({ user }) => ({ url: `/v1/team/members/${user}`, payload: { role: 'member' } }),
    others: 'not_found',
    malformed: ({ user }) => ({ url: `/v1/team/members/${user}`, payload: { role: 'king' } }),
  },
  {
    route: 'DELETE /v1/team/members/:id',
    as: 'admin',
    status: 204,
    request: ({ user }) => ({ url: `/v1/team/members/${user}` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/team/members/ses_01abcdef' }),
  },
  {
    route: 'POST /v1/team/service-accounts',
    as: 'admin',
    status: 201,
    request: () => ({ url: '/v1/team/service-accounts', payload: { name: 'Nightly build' } }),
    others: 'their own',
    malformed: () => ({
      url: '/v1/team/service-accounts',
      payload: { name: 'Nightly build', role: 'owner' },
    }),
    check: (response) =>
      expect(response.json()).toMatchObject({ kind: 'service', role: 'member', email: null }),
  },
  {
    route: 'PUT /v1/team',
    as: 'admin',
    status: 204,
    request: () => ({ url: '/v1/team', payload: { name: 'Harbour' } }),
    others: 'their own',
    malformed: () => ({ url: '/v1/team', payload: { name: '' } }),
  },
  {
    route: 'GET /v1/team/invitations',
    as: 'admin',
    status: 200,
    request: () => ({ url: '/v1/team/invitations' }),
    others: 'their own',
    malformed: () => ({ url: '/v1/team/invitations?limit=0' }),
    check: (response, ids) => expect(response.body).toContain(ids.invitation),
  },
  {
    route: 'POST /v1/team/invitations',
    as: 'admin',
    status: 201,
    request: () => ({ url: '/v1/team/invitations', payload: { role: 'viewer' } }),
    others: 'their own',
    malformed: () => ({ url: '/v1/team/invitations', payload: { email: 'nobody' } }),
    check: (response) => expect(response.json().url).toMatch(/^http:\/\/lore\.test\/join\?token=/),
  },
  {
    route: 'POST /v1/team/invitations/:id/resend',
    as: 'admin',
    status: 200,
    request: ({ invitation }) => ({ url: `/v1/team/invitations/${invitation}/resend` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/team/invitations/ses_01abcdef/resend' }),
  },
  {
    route: 'DELETE /v1/team/invitations/:id',
    as: 'admin',
    status: 204,
    request: ({ invitation }) => ({ url: `/v1/team/invitations/${invitation}` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/team/invitations/ses_01abcdef' }),
  },
]
