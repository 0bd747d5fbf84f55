import type { TeamScope } from '@teamlore/core'
import { type RouteOf, type RouteTable, rowsOf, type TeamRole } from '@teamlore/shared'
import type { z } from 'zod'
import { questionRoutes } from './question-routes.ts'
import type { Exchange, Route } from './route.ts'

type ScopeOf<N> = N extends TeamRole ? TeamScope<N> : undefined

/**
 * What answers a route: the scope that proves who asks, and what was sent, parsed by the schemas of the table. What a
 * question asks is the same by GET and by POST, and is left alone when the asker has gone.
 */
export type Handler<R> =
  R extends RouteOf<infer N, infer P, infer Q, infer B, infer A, infer W>
    ? W extends 'question'
      ? (
          scope: ScopeOf<N>,
          asked: z.output<Q>,
          options: { signal: AbortSignal },
        ) => Promise<z.input<A>>
      : (
          scope: ScopeOf<N>,
          input: { params: z.output<P>; query: z.output<Q>; body: z.output<B> },
          exchange: Exchange,
        ) => Promise<z.input<A>>
    : never

/** One handler for each row of a table, under the same names; none may be missing. */
export type Handlers<T extends RouteTable> = {
  readonly [G in keyof T]: T[G] extends { method: string }
    ? Handler<T[G]>
    : { readonly [K in keyof T[G]]: Handler<T[G][K]> }
}

/** Puts to each row of a table what answers it. */
export const serve = <T extends RouteTable>(table: T, handlers: Handlers<T>): Route[] =>
  rowsOf(table).flatMap(({ names, row }) => {
    const run = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], handlers)
    const route = { ...row, run } as unknown as Route
    return row.wire === 'question' ? questionRoutes(route) : [route]
  })
