import type { JsonObject, JsonValue } from './json.types.ts'
import type { Problem } from './problems.ts'
import type { BookProject } from './project/project.types.ts'
import type { BookSchema } from './schema/schema.types.ts'

/** Stable name of an entity within a book: its layer and the key of its name. */
export type EntityKey = string

/** The line of a file at which it cannot be read, and why. */
export type Stale = { line: number; message: string }

export type Entity = {
  key: EntityKey
  name: string
  layer: string
  /** Null where only others speak of it and none says what it is. */
  type: string | null
  aliases: string[]
  tags: string[]
  properties: JsonObject
  /** Where each property stands in the source file. */
  lines: { readonly [property: string]: number }
  body: string
  /** Null for a placeholder: what is named somewhere and has no file yet. */
  source: {
    path: string
    hash: string
    line: number
    /** What is wrong with its file by now; this is what it said before. */
    stale?: Stale
  } | null
}

/** `from` and `to` of a symmetric relationship are in order of their keys. */
export type Edge = {
  from: EntityKey
  to: EntityKey
  relationship: string
  /** The file and line that say so. */
  file: string
  line: number
  /** A link in the text says so, and no field. */
  isFromText?: true
}

/** A link in a body: no relationship, but shown as a backlink. */
export type Mention = { from: EntityKey; to: EntityKey; file: string; line: number }

export type Effect =
  | { do: 'set'; value: JsonValue }
  | { do: 'add'; value: JsonValue }
  | { do: 'remove'; value: JsonValue }
  | { do: 'unset' }

export type Consequence = {
  /** What the event names, and what that is; null where it is unknown. */
  name: string
  entity: EntityKey | null
  property: string
  effect: Effect
  line: number
}

export type BookEvent = {
  key: EntityKey
  layer: string
  session: number | null
  dateReal: string | null
  dateInWorld: string | null
  consequences: Consequence[]
  file: string
}

export type Book = {
  project: BookProject
  schema: BookSchema
  entities: Entity[]
  edges: Edge[]
  mentions: Mention[]
  events: BookEvent[]
  problems: Problem[]
}
