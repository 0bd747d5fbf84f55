import type { TeamScope } from '@teamlore/core'
import type { RouteOf, TeamRole } from '@teamlore/shared'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Where a route touches HTTP itself: cookies, streams. Most handlers do not look at it. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** A row of the table and what answers it, with its types forgotten: ready to be mounted. */
export type Route = RouteOf & {
  run: (
    scope: TeamScope<TeamRole> | undefined,
    input: { params: unknown; query: unknown; body: unknown },
    exchange: Exchange,
  ) => Promise<unknown>
}
