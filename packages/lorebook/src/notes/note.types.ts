import type { JsonObject } from '../json.types.ts'

/** A Markdown file as it comes in. `hash` distinguishes two contents; `path` is relative to the book, with `/`. */
export type SourceFile = { path: string; hash: string; text: string }

/** Line and column, from 1. */
export type Position = readonly [line: number, column: number]

/** A link in a body. `isPath`: of Markdown, by the path of a file as seen from the note; else of a wiki, by a name. */
export type NoteLink = { target: string; line: number; column: number; isPath?: true }

/** What one file says, read but not yet judged. Plain data: it may be kept as JSON and used again while the hash is the same. */
export type Note = {
  path: string
  hash: string
  /** Layer by the paths of the project. */
  layer: string
  title: string
  type: string
  aliases: string[]
  tags: string[]
  /** Front matter but for what stands above. */
  fields: JsonObject
  /** Where fields stand, by dotted path: `faction`, `related.1`, `consequences.0.property`. */
  at: { readonly [path: string]: Position }
  body: string
  /** Line of the file in which the body begins. */
  bodyLine: number
  links: NoteLink[]
}
