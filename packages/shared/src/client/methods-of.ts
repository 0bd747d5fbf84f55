import type { z } from 'zod'
import {
  isRow,
  type Nothing,
  type RouteGroup,
  type RouteOf,
  type RouteTable,
  type Wire,
} from '../routes/route.ts'
import { askWith } from './ask.ts'
import { type CallOptions, nothing, type QueryValues, type Requester } from './requester.ts'
import { routeTo } from './route-to.ts'
import { withSpare } from './spare-fields.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** What a caller may leave out: whatever the schema fills or does without. */
type OptionalKeys<I> = { [K in keyof I]-?: undefined extends I[K] ? K : never }[keyof I]
type QueryInput<Q extends z.ZodType> = {
  [K in Exclude<keyof z.output<Q>, OptionalKeys<z.input<Q>>>]: z.output<Q>[K]
} & { [K in keyof z.output<Q>]?: z.output<Q>[K] | undefined }

type ParamArgs<P> = P extends Nothing ? [] : [id: string]
type QueryArgs<Q extends z.ZodType> = Q extends Nothing
  ? []
  : Record<never, never> extends QueryInput<Q>
    ? [query?: QueryInput<Q>]
    : [query: QueryInput<Q>]
type BodyArgs<B extends z.ZodType, W> = B extends Nothing
  ? []
  : W extends 'packed'
    ? [bytes: Uint8Array, encoding: Encoding]
    : [json: z.input<B>]

/** One call: id, query, body as far as the route has them, then how to call. */
type Method<R> =
  R extends RouteOf<infer _N, infer P, infer Q, infer B, infer A, infer W>
    ? (
        ...args: [...ParamArgs<P>, ...QueryArgs<Q>, ...BodyArgs<B, W>, call?: CallOptions]
      ) => Promise<A extends Nothing ? void : z.output<A>>
    : never

/** What is no JSON is sent and read by whoever needs it, by the path of its row. */
type NotJson = { wire?: 'file' | 'stream' }
type IsRow = { method: string }

export type MethodsOf<T extends RouteTable> = {
  readonly [G in keyof T as T[G] extends IsRow & NotJson ? never : G]: T[G] extends IsRow
    ? Method<T[G]>
    : { readonly [K in keyof T[G]]: Method<T[G][K]> }
}

/** The typed methods of a table of routes. */
export const methodsOf = <T extends RouteTable>(table: T, request: Requester): MethodsOf<T> => {
  const methods: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(table)) {
    if (!isRow(entry)) methods[name] = groupOf(entry, request)
    else if (isJson(entry.wire)) methods[name] = methodOf(entry, request)
  }
  return methods as MethodsOf<T>
}

const isJson = (wire: Wire | undefined): boolean => wire !== 'file' && wire !== 'stream'

const groupOf = (group: RouteGroup, request: Requester) =>
  Object.fromEntries(
    Object.entries(group).map(([name, row]) => [name, methodOf(row, request)] as const),
  )

const methodOf = (row: RouteOf, request: Requester) => {
  const { method, path, params, answer = nothing, wire, timeoutMs, spare = [] } = row
  if (wire === 'question')
    return (question: QueryValues = {}, call?: CallOptions): Promise<unknown> =>
      withSpare(spare, question, (asked) => askWith(request)(answer, path, asked, call))
  return (...args: unknown[]): Promise<unknown> => {
    const rest = [...args]
    const take = (isTaken: unknown): unknown => (isTaken ? rest.shift() : undefined)
    const id = take(params)
    const query = take(row.query)
    const sent = take(row.body)
    const encoding = take(wire === 'packed')
    const call = rest.shift() as CallOptions | undefined
    const ask = (asked: unknown, json: unknown) =>
      request({
        method,
        path: params ? routeTo(path, String(id)) : path,
        query: asked as QueryValues | undefined,
        ...(wire === 'packed'
          ? { body: packed(sent as Uint8Array, encoding as Encoding) }
          : { json }),
        answer,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        ...call,
      })
    return withSpare(spare, [query, sent], ([asked, json]) => ask(asked, json))
  }
}

const packed = (bytes: Uint8Array, encoding: Encoding) => ({
  bytes,
  headers: {
    'content-type': 'application/json',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  },
})
