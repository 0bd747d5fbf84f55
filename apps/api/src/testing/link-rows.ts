import { expect } from 'vitest'
import { commitOf } from './commit-samples.ts'
import type { RouteBattery } from './route-battery.ts'

const { sha } = commitOf()

const HERON = 'https://git.test/acme/heron.git'

/** Rows of what links sessions to commits. */
export const LINK_ROWS: RouteBattery[] = [
  {
    route: 'GET /v1/links',
    as: 'viewer',
    status: 200,
    request: ({ session }) => ({ url: `/v1/links?session=${session}` }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/links?min_confidence=2' }),
    check: (response) => expect(response.json().items).toBeInstanceOf(Array),
  },
  {
    route: 'POST /v1/links',
    as: 'member',
    status: 200,
    request: ({ session }) => ({ url: '/v1/links', payload: { session, target: sha } }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/links', payload: { session: 'x' } }),
    check: (response) =>
      expect(response.json().link).toMatchObject({
        confidence: 1,
        created_by: 'user',
        target: sha,
      }),
  },
  {
    route: 'POST /v1/pull-requests',
    as: 'member',
    status: 200,
    request: ({ project }) => ({
      url: '/v1/pull-requests',
      payload: {
        project,
        number: 12,
        url: 'https://git.test/a/b/pull/12',
        title: 'Cache it',
        state: 'rejected',
        commits: [sha],
      },
    }),
    others: 'not_found',
    malformed: ({ project }) => ({
      url: '/v1/pull-requests',
      payload: { project, number: 12, url: 'nowhere', title: 'x', state: 'rejected' },
    }),
    check: (response) => expect(response.json()).toMatchObject({ lowered: 0, restored: 0 }),
  },
  {
    route: 'POST /v1/stale/reported',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/stale/reported', payload: { ids: ['mem_01k9x2f0'] } }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/stale/reported', payload: { ids: [] } }),
    check: (response) => expect(response.json()).toEqual({ reported: 0 }),
  },
  {
    route: 'POST /v1/stale/told',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/stale/told', payload: { ids: ['mem_01k9x2f0'] } }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/stale/told', payload: { ids: [] } }),
    check: (response) => expect(response.json()).toEqual({ told: 0 }),
  },
  {
    route: 'GET /v1/stale',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/stale' }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/stale?state=fresh' }),
    check: (response) => expect(response.json().items).toBeInstanceOf(Array),
  },
  {
    route: 'GET /v1/insights',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/insights' }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/insights?days=0' }),
    check: (response) => expect(response.json().origins).toHaveLength(2),
  },
  {
    route: 'GET /v1/score',
    as: 'viewer',
    status: 200,
    request: () => ({ url: `/v1/score?project=${encodeURIComponent(HERON)}` }),
    others: 'their own',
    malformed: () => ({ url: '/v1/score' }),
    check: (response) => expect(response.json().project.name).toContain('heron'),
  },
  {
    route: 'GET /v1/onboarding',
    as: 'viewer',
    status: 200,
    request: () => ({ url: `/v1/onboarding?project=${encodeURIComponent(HERON)}` }),
    others: 'their own',
    malformed: () => ({ url: '/v1/onboarding?project=heron&days=0' }),
    check: (response) => expect(response.json().text).toContain('heron'),
  },
  {
    route: 'POST /v1/blame',
    as: 'viewer',
    status: 200,
    request: () => ({
      url: '/v1/blame',
      payload: { lines: [{ path: 'src/upload.ts', sha, print: '0123456789abcdef' }] },
    }),
    others: 'nothing',
    malformed: () => ({ url: '/v1/blame', payload: { lines: [] } }),
    check: (response, ids) =>
      expect(response.json()).toMatchObject({
        lines: [0],
        answers: [{ origin: 'session', session: { id: ids.session } }],
      }),
  },
  {
    route: 'POST /v1/links/remove',
    as: 'member',
    status: 200,
    request: ({ session }) => ({ url: '/v1/links/remove', payload: { session, target: sha } }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/links/remove', payload: {} }),
    check: (response) => expect(response.json().target).toBe(sha),
  },
]
