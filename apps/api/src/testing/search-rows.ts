import { expect } from 'vitest'
import { holds, list, type RouteBattery } from './route-battery.ts'

/** Rows of the doors beside a search: sessions, completions, concepts, timelines. */
export const SEARCH_ROWS: RouteBattery[] = [
  list('/v1/search/sessions', 'session', '?type=prompt&project=heron'),
  {
    route: 'POST /v1/search/sessions',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/search/sessions', payload: { q: 'upload retry backoff' } }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/search/sessions', payload: { query: 'upload' } }),
    check: holds('session'),
  },
  {
    route: 'GET /v1/search/complete',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/search/complete?q=project:her' }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/search/complete?q=x&cursor=-1' }),
    check: (response) => expect(response.json().items[0].label).toContain('heron'),
  },
  {
    route: 'GET /v1/concepts',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/concepts?project=heron' }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/concepts?limit=0' }),
    check: (response) => expect(response.json().items[0].observations).toBeGreaterThan(0),
  },
  {
    route: 'GET /v1/timeline',
    as: 'viewer',
    status: 200,
    request: ({ message }) => ({ url: `/v1/timeline?around=${message}` }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/timeline?around=msg_01aaaa&before=1000' }),
    check: holds('message'),
  },
]
