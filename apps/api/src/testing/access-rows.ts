import { expect } from 'vitest'
import { list, type RouteBattery } from './route-battery.ts'

/** Rows of keys and of links that sign in. */
export const ACCESS_ROWS: RouteBattery[] = [
  { ...list('/v1/keys', 'key'), others: 'their own' },
  {
    route: 'POST /v1/keys',
    as: 'viewer',
    status: 201,
    request: () => ({ url: '/v1/keys', payload: { name: 'For the build', role: 'viewer' } }),
    others: 'their own',
    malformed: () => ({ url: '/v1/keys', payload: { name: '', role: 'king' } }),
    check: (response) => expect(response.json()).toMatchObject({ role: 'viewer' }),
  },
  {
    // Of one that somebody else made: issued-ends-own.test.ts.
    route: 'POST /v1/keys/:id/claim',
    as: 'viewer',
    status: 409,
    request: ({ key }) => ({ url: `/v1/keys/${key}/claim` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/keys/ses_01abcdef/claim' }),
    check: (response) => expect(response.json().error.code).toBe('api_key.is_own'),
  },
  {
    route: 'DELETE /v1/keys/:id',
    as: 'viewer',
    status: 204,
    request: ({ key }) => ({ url: `/v1/keys/${key}` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/keys/ses_01abcdef' }),
  },
  {
    route: 'POST /v1/sign-in-links',
    as: 'viewer',
    status: 201,
    request: () => ({ url: '/v1/sign-in-links' }),
    others: 'their own',
    malformed: () => ({ url: '/v1/sign-in-links', payload: { for: 'ann' } }),
    check: (response) =>
      expect(response.json().url).toMatch(/^http:\/\/lore\.test\/sign-in\?token=/),
  },
  {
    route: 'POST /v1/sign-out',
    as: 'nobody',
    status: 204,
    request: () => ({ url: '/v1/sign-out' }),
    others: 'their own',
    malformed: null,
  },
]
