import type { BookEvent, Edge, Entity, Mention, Stale } from '../book.types.ts'
import type { JsonObject } from '../json.types.ts'
import type { Note, SourceFile } from '../notes/note.types.ts'
import type { ReadNote } from '../notes/read-note.ts'
import type { Problem } from '../problems.ts'
import type { BookProject } from '../project/project.types.ts'
import type { BookSchema, EntityType } from '../schema/schema.types.ts'
import type { NameIndex } from './name-index.ts'

/** A file that was read before and has the same hash: its text is not needed again. */
export type KnownFile = { path: string; hash: string; read: ReadNote }
export type InputFile = SourceFile | KnownFile

/** What the book held before, as far as a plan of changes needs it. `path` and `hash` are null for a placeholder. */
export type PreviousEntity = { key: string; path: string | null; hash: string | null }

export type CheckedNote = {
  note: Note
  /** Key of its entity; empty until there is one. */
  key: string
  type: EntityType
  properties: JsonObject
  /** What is wrong with its file by now. */
  stale?: Stale | undefined
}

/** A field that names another entity, and the entity it was found to mean. */
export type Reference = {
  from: string
  to: string
  relationship: string
  file: string
  line: number
  isFromText?: true
}

export type Plan = {
  created: string[]
  updated: string[]
  deleted: string[]
  renamed: { from: string; to: string }[]
}

/** What the stages hand on, each adding its part. */
export type Draft = {
  project: BookProject
  schema: BookSchema
  files: readonly InputFile[]
  previous: readonly PreviousEntity[]
  reads: { path: string; hash: string; read: ReadNote }[]
  /** What files said that say nothing readable now, by path. */
  lastGood: ReadonlyMap<string, Note>
  /** Whether a file that says nothing any more takes with it what it said before. */
  dropsUnsaid: boolean
  /** Types that the schema has slips in: their notes are not judged by it. */
  doubtful: ReadonlySet<string>
  /** Whether links in texts are relationships. */
  hasLinkEdges: boolean
  notes: CheckedNote[]
  entities: Entity[]
  names: NameIndex
  references: Reference[]
  edges: Edge[]
  mentions: Mention[]
  events: BookEvent[]
  plan: Plan
  problems: Problem[]
}

export type Stage = { name: string; run: (draft: Draft) => Draft }
