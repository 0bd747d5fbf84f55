import { z } from 'zod'
import { BOOK_ROLES } from '../roles.ts'

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} _.-]*$/u
const nameSchema = z
  .string()
  .max(120)
  .regex(NAME, 'letters, digits, spaces, "-", "_" and "." only, a letter or digit first')

/** A name that a book may have, as near to a text as can be. */
export const bookNameOf = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} _.-]+/gu, '-')
    .replace(/^[ _.-]+/u, '')
    .slice(0, 120) || 'book'

const layerSchema = z.strictObject({
  name: nameSchema.describe('Unique name of the layer'),
  paths: z
    .array(z.string().min(1).max(500))
    .min(1)
    .describe('Folders whose Markdown belongs to it'),
  canonical: z
    .boolean()
    .default(false)
    .describe('True for what is; false for what happened, said by events'),
  depends_on: z.array(z.string()).default([]).describe('Layers whose entities it may name'),
  needs: z
    .enum(BOOK_ROLES)
    .optional()
    .describe('The least role that may read it; everybody of the team without'),
  overrides: z
    .boolean()
    .default(false)
    .describe('A what-if layer: its notes may restate entities of the layers beneath'),
  until_session: z
    .int()
    .optional()
    .describe('Where a what-if layer leaves the layers beneath: their later events do not count'),
  default_types: z
    .array(
      z.union([
        z.strictObject({ path: z.string().min(1).max(500), type: z.string().min(1) }),
        z.strictObject({ tag: z.string().min(1).max(200), type: z.string().min(1) }),
      ]),
    )
    .default([])
    .describe(
      'The type of notes that name none: by a tag, the first that fits, else by their folder',
    ),
})

const word = z.string().min(1).max(120)
/** A name by itself, or with more said of it. */
const withMore = <T extends z.ZodType>(more: T) =>
  z.union([word.transform((name) => ({ name, aliases: [] })), more])
const aliases = z.array(word).default([])
const calendarSchema = z.strictObject({
  months: z
    .array(
      withMore(z.strictObject({ name: word, aliases, days: z.int().min(1).max(1_000).optional() })),
    )
    .max(100)
    .default([])
    .describe('Months of a year, in order'),
  eras: z
    .array(withMore(z.strictObject({ name: word, aliases, backwards: z.boolean().optional() })))
    .max(100)
    .default([])
    .describe('Eras, the oldest first; one may count its years backwards'),
})

export const projectSchema = z.strictObject({
  project: nameSchema.describe('Name of the book'),
  version: z.literal(1).describe('Version of this file format'),
  layers: z
    .array(layerSchema)
    .min(1)
    .describe('Layers, in order; a file belongs to the first that has it'),
  exclude: z
    .array(z.string().min(1).max(500))
    .default([])
    .describe('Files and folders to leave out'),
  calendar: calendarSchema
    .optional()
    .describe('How `date_in_world` is read, so that a timeline can go by it'),
  type_fields: z
    .array(z.string().min(1).max(120))
    .default([])
    .describe('Fields that name the type of a note where `type` does not'),
  links: z
    .boolean()
    .optional()
    .describe('Whether links in texts are relationships; the page of the book decides without'),
  images: z
    .boolean()
    .default(false)
    .describe(
      'Whether pictures that notes show are sent; a picture cannot be searched for secrets',
    ),
  embedder: z
    .string()
    .optional()
    .describe('Provider of vectors; the server decides, this is a wish'),
  database: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Not used: the server has the database'),
})

type Named = { name: string; aliases: string[] }
/** How dates in the world are read. */
export type Calendar = {
  months: (Named & { days?: number | undefined })[]
  eras: (Named & { backwards?: boolean | undefined })[]
}
export type Layer = z.output<typeof layerSchema>
/** What `lorecraft.yaml` says. */
export type BookProject = z.output<typeof projectSchema>
