import type { IdKind } from '@teamlore/shared'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { WorldTeam } from './world.ts'

/** Ids of what the filled team has, by what a row of the table is `about`; and of what is no noun of it. */
export type Ids = Record<IdKind | 'key' | 'job', string>

export type RouteBattery = {
  /** `GET /v1/sessions/:id`: as it is registered. */
  route: string
  /** Whose key works; the role below does not. */
  as: keyof WorldTeam['keys'] | 'nobody'
  status: number
  /** Sent once before all others, so that there is something of its noun to be read. */
  fillsTeam?: true
  request: (ids: Ids) => Omit<InjectOptions, 'method' | 'headers'>
  /** What a caller of another team gets for the very same request. */
  others: 'not_found' | 'nothing' | 'their own'
  /** The same route asked wrongly; null where there is nothing to get wrong. */
  malformed: ((ids: Ids) => Omit<InjectOptions, 'method' | 'headers'>) | null
  /** What the answer holds beside its status. */
  check?: (response: LightMyRequestResponse, ids: Ids) => void
}

/** The answer speaks of it. */
export const holds = (id: keyof Ids) => (response: LightMyRequestResponse, ids: Ids) =>
  expect(response.body).toContain(ids[id])

/** A list that anybody may read. */
export const list = (path: string, id: keyof Ids, query = ''): RouteBattery => ({
  route: `GET ${path}`,
  as: 'viewer',
  status: 200,
  request: () => ({ url: `${path}${query}` }),
  others: 'nothing',
  malformed: () => ({ url: `${path}?limit=0` }),
  check: holds(id),
})

/** One thing of such a list. */
export const one = (path: string, id: keyof Ids): RouteBattery => ({
  route: `GET ${path}/:id`,
  as: 'viewer',
  status: 200,
  request: (ids) => ({ url: `${path}/${ids[id]}` }),
  others: 'not_found',
  malformed: () => ({ url: `${path}/not-an-id` }),
  check: (response, ids) => expect(response.json().id).toBe(ids[id]),
})

/** What every team has of its own. */
export const ours = (path: string): RouteBattery => ({
  route: `GET ${path}`,
  as: 'viewer',
  status: 200,
  request: () => ({ url: path }),
  others: 'their own',
  malformed: null,
})
