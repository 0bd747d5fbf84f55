import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { WorldTeam } from './world.ts'

/** Ids of what the filled team has, as the table of routes names them. */
export type Ids = {
  session: string
  message: string
  observation: string
  summary: string
  key: string
  job: string
}

export type RouteBattery = {
  /** `GET /v1/sessions/:id`: as it is registered. */
  route: string
  /** Whose key works; the role below does not. */
  as: keyof WorldTeam['keys'] | 'nobody'
  status: number
  request: (ids: Ids) => Omit<InjectOptions, 'method' | 'headers'>
  /** What a caller of another team gets for the very same request. */
  others: 'not_found' | 'nothing' | 'their own'
  /** The same route asked wrongly; null where there is nothing to get wrong. */
  malformed: ((ids: Ids) => Omit<InjectOptions, 'method' | 'headers'>) | null
  /** What the answer holds beside its status. */
  check?: (response: LightMyRequestResponse, ids: Ids) => void
}
