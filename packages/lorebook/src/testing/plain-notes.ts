import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/**
 * What a book says, read a second time and in the plainest way: loops over lists, nothing indexed, nothing shared with the
 * package but the YAML reader. Slow, and so short that one can see that it is right.
 */
export type PlainFile = { path: string; text: string }
type PlainLayer = {
  name: string
  paths: string[]
  depends_on?: string[]
  overrides?: boolean
  until_session?: number
}
export type PlainProject = { layers: PlainLayer[]; exclude?: string[] }
type PlainType = {
  name: string
  properties?: { name: string; type: string; values?: string[]; default?: unknown }[]
  field_mappings?: PlainMapping[]
}
export type PlainMapping = { field: string; relationship: string; target_type?: string[] }
export type PlainSchema = {
  entity_types: PlainType[]
  relationship_types: { name: string; inverse?: string; symmetric?: boolean }[]
}
export type PlainChange = {
  entity: string
  property: string
  value?: unknown
  add?: unknown
  remove?: unknown
  unset?: true
}
export type PlainNote = {
  name: string
  layer: string
  type: string | null
  aliases: string[]
  tags: string[]
  properties: Record<string, unknown>
  /** The front matter itself; nothing for what has no file yet. */
  fields: Record<string, unknown>
  body: string
  path: string | null
  session: number | null
  date: string | null
  changes: PlainChange[]
}

export const readFolder = (folder: string): PlainFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:md|yaml)$/u.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

export const listOf = (value: unknown): unknown[] => {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
export const isCalled = (name: unknown, other: unknown): boolean =>
  String(name).trim().toLowerCase() === String(other).trim().toLowerCase()

const isIn = (path: string, folders: readonly string[] = []): boolean =>
  folders.some((folder) => path.startsWith(folder.replace('./', '')))

const OF_EVENTS = ['session', 'date_real', 'date_in_world']

const propertiesOf = (type: PlainType, fields: Record<string, unknown>) => {
  const declared = type.properties ?? []
  const names = [...declared.map(({ name }) => name), ...(type.name === 'event' ? OF_EVENTS : [])]
  const values = names.map((name): [string, unknown] => [
    name,
    fields[name] ?? declared.find((one) => one.name === name)?.default,
  ])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

const noteOf = (
  { path, text }: PlainFile,
  { layers, exclude }: PlainProject,
  schema: PlainSchema,
): PlainNote[] => {
  const [, front, body = ''] = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/u.exec(text) ?? []
  const layer = layers.find(({ paths }) => isIn(path, paths))
  if (front === undefined || layer === undefined || isIn(path, exclude)) return []
  const fields = parse(front) as Record<string, unknown>
  const type = schema.entity_types.find(({ name }) => name === fields['type'])
  if (type === undefined) return []
  const { title, aliases, tags, session, date_real: date, consequences } = fields
  return [
    {
      name: String(title),
      layer: layer.name,
      type: type.name,
      fields,
      body,
      path,
      properties: propertiesOf(type, fields),
      aliases: listOf(aliases).map(String),
      tags: listOf(tags).map(String),
      session: typeof session === 'number' ? session : null,
      date: date === undefined ? null : String(date),
      changes: type.name === 'event' ? (listOf(consequences) as PlainChange[]) : [],
    },
  ]
}

export const plainNotes = (
  files: readonly PlainFile[],
  project: PlainProject,
  schema: PlainSchema,
): PlainNote[] =>
  [...files]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap((file) => noteOf(file, project, schema))

/** What is named and has no file. */
export const spokenOf = (name: string, layer: string, type: string | null): PlainNote => ({
  name,
  layer,
  type,
  aliases: [],
  tags: [],
  properties: {},
  fields: {},
  body: '',
  path: null,
  session: null,
  date: null,
  changes: [],
})
