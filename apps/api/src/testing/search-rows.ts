import { expect } from 'vitest'
import { holds, list, type RouteBattery } from './route-battery.ts'

const hasEntries: RouteBattery['check'] = (response) =>
  expect(response.json().included.length).toBeGreaterThan(0)

/** Rows of whatever takes a question, by GET and by POST, and of what helps to ask one. */
export const SEARCH_ROWS: RouteBattery[] = [
  list('/v1/search', 'session', '?q=kestrelBackoff+OR+upload+retry'),
  {
    route: 'POST /v1/search',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/search', payload: { q: 'upload retry backoff' } }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/search', payload: { q: 'upload', limit: 'abc' } }),
    check: holds('session'),
  },
  list('/v1/search/sessions', 'session', '?type=prompt&project=heron'),
  {
    route: 'POST /v1/search/sessions',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/search/sessions', payload: { q: 'upload retry backoff' } }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/search/sessions', payload: { q: 'upload', limit: 0 } }),
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
    route: 'POST /v1/search/complete',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/search/complete', payload: { q: 'project:her' } }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/search/complete', payload: { q: 'x', cursor: -1 } }),
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
  {
    route: 'POST /v1/timeline',
    as: 'viewer',
    status: 200,
    request: ({ message }) => ({ url: '/v1/timeline', payload: { around: message } }),
    others: 'not_found',
    malformed: ({ message }) => ({
      url: '/v1/timeline',
      payload: { around: message, before: 1000 },
    }),
    check: holds('message'),
  },
  {
    route: 'GET /v1/context',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/context?project=heron&q=upload+retry' }),
    others: 'their own',
    malformed: () => ({ url: '/v1/context?budget_tokens=1' }),
    check: hasEntries,
  },
  {
    route: 'POST /v1/context',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/context', payload: { project: 'heron', q: 'upload retry' } }),
    others: 'their own',
    malformed: () => ({ url: '/v1/context', payload: { budget_tokens: 1 } }),
    check: hasEntries,
  },
]
