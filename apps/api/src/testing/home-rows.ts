import { expect } from 'vitest'
import type { RouteBattery } from './route-battery.ts'

/** Rows of the first page of a person. */
export const HOME_ROWS: RouteBattery[] = [
  {
    route: 'GET /v1/home',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/home' }),
    others: 'their own',
    malformed: () => ({ url: '/v1/home?items=many' }),
    check: (response) => {
      const { guide, news, review } = response.json()
      expect(guide).toEqual({ is_hidden: false, steps: [] })
      expect(news.sessions.count).toBeGreaterThan(0)
      expect(review).toMatchObject({ size: 0, decided: 0 })
    },
  },
  {
    route: 'POST /v1/home/visits',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/home/visits' }),
    others: 'their own',
    malformed: null,
    check: (response) => expect(Date.parse(response.json().seen_at)).not.toBeNaN(),
  },
  {
    route: 'PUT /v1/home/guide',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/home/guide', payload: { is_hidden: true } }),
    others: 'their own',
    malformed: () => ({ url: '/v1/home/guide', payload: { is_hidden: 'perhaps' } }),
    check: (response) => expect(response.json().is_hidden).toBe(true),
  },
  {
    route: 'GET /v1/me/digest',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/me/digest' }),
    others: 'their own',
    malformed: null,
    check: (response) => expect(response.json().mail).toMatchObject({ weekly: false }),
  },
  {
    route: 'PUT /v1/me/digest',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/me/digest', payload: { weekly: false } }),
    others: 'their own',
    malformed: () => ({ url: '/v1/me/digest', payload: { weekly: 'perhaps' } }),
    check: (response) => expect(response.json().mail).toMatchObject({ weekly: false }),
  },
]
