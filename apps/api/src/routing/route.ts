import type { TeamScope } from '@teamlore/core'
import type { TeamRole } from '@teamlore/shared'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

type Tag =
  | 'Ingest'
  | 'Sessions'
  | 'Knowledge'
  | 'Memory files'
  | 'Search'
  | 'Team'
  | 'Access'
  | 'Operations'

type SuccessStatus = 200 | 201 | 202 | 204

/** Where a route touches HTTP itself: cookies, streams. Most routes do not look at it. */
type Exchange = { request: FastifyRequest; reply: FastifyReply }

type Nothing = z.ZodUndefined | z.ZodVoid

type RouteInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
}

type Description<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** `operationId` of the OpenAPI document: what generated clients call it. */
  id: string
  summary: string
  description: string
  tag: Tag
  params?: P
  query?: Q
  body?: B
  /** Schema of the answer: a whitelist, what it does not name is not sent. */
  answer?: A
  /** 200 unless told; 204 has no answer. */
  status?: SuccessStatus
  /** Statuses this route can fail with beyond those its shape implies. */
  failures?: readonly number[]
  /** Media types of the body where it is no JSON. */
  consumes?: string[]
  /** Bytes of the body after decompression. */
  bodyLimit?: number
  /** Set where bodies may come compressed: bytes of the body on the wire. */
  compressedLimit?: number
  /** `handled`: the use case sees to U+0000 in texts itself, instead of the door refusing it. */
  nul?: 'handled'
  /** Which limit of requests counts; the general one unless told. */
  limit?: 'general' | 'sign_in' | 'report'
}

/** A declared route with its types forgotten, ready to be mounted. */
export type Route = Description<z.ZodType, z.ZodType, z.ZodType, z.ZodType> & {
  /** `nobody`: open to everyone who can reach the server. */
  needs: TeamRole | 'nobody'
  run: (
    scope: TeamScope<TeamRole> | undefined,
    input: RouteInput<z.ZodType, z.ZodType, z.ZodType>,
    exchange: Exchange,
  ) => Promise<unknown>
}

/**
 * A route of a team: who asks is known, and has at least the role `needs`, before the body is even read.
 * `run` gets the scope that proves it, with the input parsed by the schemas.
 */
export const teamRoute = <
  R extends TeamRole,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  A extends z.ZodType = Nothing,
>(
  route: Description<P, Q, B, A> & {
    needs: R
    run: (
      scope: TeamScope<R>,
      input: RouteInput<P, Q, B>,
      exchange: Exchange,
    ) => Promise<z.input<A>>
  },
): Route => route as unknown as Route

/** A route that needs no key: signing in, and what machines ask a server about itself. */
export const openRoute = <
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  A extends z.ZodType = Nothing,
>(
  route: Description<P, Q, B, A> & {
    run: (input: RouteInput<P, Q, B>, exchange: Exchange) => Promise<z.input<A>>
  },
): Route => {
  const { run, ...description } = route
  const declared = {
    ...description,
    needs: 'nobody',
    run: (_scope: unknown, input: RouteInput<P, Q, B>, exchange: Exchange) => run(input, exchange),
  }
  return declared as unknown as Route
}
