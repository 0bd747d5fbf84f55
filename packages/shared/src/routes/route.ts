import { z } from 'zod'
import type { TeamRole } from '../contracts/common.contract.ts'
import { ID_PREFIXES, type IdKind } from '../ids.ts'

export type Nothing = z.ZodVoid

export type Tag =
  | 'Ingest'
  | 'Sessions'
  | 'Knowledge'
  | 'Memories'
  | 'Memory files'
  | 'Commits'
  | 'Lorebooks'
  | 'Code'
  | 'Forgetting'
  | 'Search'
  | 'Team'
  | 'Access'
  | 'Operations'

/**
 * How it is sent. `packed`: the client takes bytes already serialised and compressed. `question`: also by POST with the
 * fields in the body, since a question may be longer than an address. `file` and `stream` are no JSON, and have no method
 * in the client.
 */
export type Wire = 'json' | 'packed' | 'question' | 'file' | 'stream'

/** All there is to know of a route without running it. Client, mounting, OpenAPI, access tests and docs derive from it. */
export type RouteOf<
  N extends TeamRole | 'nobody' = TeamRole | 'nobody',
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
  W extends Wire = Wire,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/v1/${string}`
  /** `operationId` of the OpenAPI document: what generated clients call it. */
  id: string
  /** Who may ask; `nobody`: open to everyone who can reach the server. */
  needs: N
  tag: Tag
  /** Its line in docs/api.md, in Markdown. */
  docs: string
  summary: string
  description: string
  /** Another route took its place: it goes with the next release. */
  isDeprecated?: boolean
  /** The kind whose things it answers with: the access tests send and expect an id of it. */
  about?: IdKind
  params?: P
  query?: Q
  body?: B
  /** Schema of the answer: a whitelist, what it does not name is not sent. */
  answer?: A
  /** `json` unless said. */
  wire?: W
  /** 200 unless said; 204 has no answer. */
  status?: 200 | 201 | 202 | 204
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
  /** Which limit of requests counts; the general one unless said. */
  limit?: 'general' | 'begin' | 'sign_in' | 'report' | 'export'
  /**
   * Fields of the body or the query, such as `files.words`, without which it is answered less well and nothing is done otherwise. A server that is
   * older and refuses them is asked again without. What a person asks for by a field is never among them.
   */
  spare?: readonly string[]
  /** How long the client waits, where that is not its usual. */
  timeoutMs?: number
}

/** Keeps the exact types of one row; what is not said has no input, so a handler cannot read it. */
export const route = <
  N extends TeamRole | 'nobody',
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  A extends z.ZodType = Nothing,
  W extends Wire = 'json',
>(
  row: RouteOf<N, P, Q, B, A, W>,
): RouteOf<N, P, Q, B, A, W> => row

/** Routes of one noun, by the name of the client's method. */
export type RouteGroup = Readonly<Record<string, RouteOf>>
export type RouteTable = Readonly<Record<string, RouteOf | RouteGroup>>

export const isRow = (entry: RouteOf | RouteGroup): entry is RouteOf =>
  typeof entry['method'] === 'string'

/** Every row of a table with the names under which it stands. */
export const rowsOf = (table: RouteTable): { names: readonly string[]; row: RouteOf }[] =>
  Object.entries(table).flatMap(([name, entry]) =>
    isRow(entry)
      ? [{ names: [name], row: entry }]
      : Object.entries(entry).map(([method, row]) => ({ names: [name, method], row })),
  )

/** An id as a path names it: whole, or a unique prefix of it with at least 8 characters. */
export const idParams = (...kinds: readonly IdKind[]) => {
  const prefixes = kinds.map((kind) => ID_PREFIXES[kind])
  return z.strictObject({
    id: z
      .string()
      .regex(
        new RegExp(`^(?:${prefixes.join('|')})_[0-9a-hjkmnp-tv-z]{4,26}$`),
        `must look like ${prefixes.map((prefix) => `${prefix}_…`).join(' or ')}: an id, or the first 8 or more characters of one`,
      ),
  })
}
