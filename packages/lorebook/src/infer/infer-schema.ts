import { stringify } from 'yaml'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.types.ts'
import { nameKey } from '../names.ts'
import { plainText, splitNote } from '../notes/split-note.ts'
import { readYaml } from '../reading/read-yaml.ts'
import { BUILT_IN_FIELDS, EVENT_FIELDS } from '../schema/built-in.ts'
import { type InferredField, inferField } from './infer-fields.ts'

const MAX_FRONT_MATTER = 64 * 1024
/** Fields that note programs keep for themselves. */
const OF_PROGRAMS = [
  'alias',
  'tag',
  'cssclass',
  'cssclasses',
  'publish',
  'position',
  'created',
  'updated',
]

type Raw = {
  path: string
  folder: string
  title: string
  type: string
  isTyped: boolean
  fields: JsonObject
}
export type InferredBook = {
  'lorecraft.yaml': string
  'schema.yaml': string
  /** Notes it was made of, and those that have no type of their own and get that of their folder. */
  notes: number
  untyped: number
}

const wordOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/gu, '') || 'note'

const rawOf = ({ path, text }: { path: string; text: string }): Raw => {
  const { frontMatter } = splitNote(plainText(text))
  const read = readYaml(frontMatter ?? '', { file: path, maxBytes: MAX_FRONT_MATTER })
  const fields = isJsonObject(read.value) ? read.value : {}
  const folder = path.split('/').slice(0, -1).join('/')
  const isTyped = typeof fields['type'] === 'string' && fields['type'].trim() !== ''
  const file =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.(?:md|markdown)$/iu, '') ?? path
  return {
    path,
    folder,
    title: typeof fields['title'] === 'string' ? fields['title'] : file,
    type: isTyped ? String(fields['type']).trim() : wordOf(folder.split('/').at(-1) ?? ''),
    isTyped,
    fields,
  }
}

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Notes that name no type are what the others of their folder say they are; else what the folder is called. */
const withTypesOfFolders = (notes: readonly Raw[]): Raw[] => {
  const said = groupBy(
    notes.filter(({ isTyped }) => isTyped),
    ({ folder }) => folder,
  )
  const types = new Map(
    [...said].map(([folder, typed]) => {
      const [most] = [...groupBy(typed, ({ type }) => type)].sort(
        ([, a], [, b]) => b.length - a.length,
      )
      return [folder, most?.[0]]
    }),
  )
  return notes.map((note) => ({
    ...note,
    type: note.isTyped ? note.type : (types.get(note.folder) ?? note.type),
  }))
}

const fieldsOf = (
  notes: readonly Raw[],
  typeOf: (key: string) => string | undefined,
): InferredField[] => {
  const values = new Map<string, JsonValue[]>()
  const isEvent = notes.some(({ fields }) => fields['consequences'] !== undefined)
  const known: readonly string[] = [
    ...BUILT_IN_FIELDS,
    ...OF_PROGRAMS,
    ...(isEvent ? EVENT_FIELDS : []),
  ]
  for (const { fields } of notes)
    for (const [name, value] of Object.entries(fields))
      if (!known.includes(name) && value !== null && !isJsonObject(value))
        values
          .set(name, values.get(name) ?? [])
          .get(name)
          ?.push(value)
  return [...values].map(([name, all]) => inferField(name, all, typeOf))
}

const relationshipOf = (field: string): string => wordOf(field).toUpperCase()

const entityTypeOf = (name: string, notes: readonly Raw[], fields: readonly InferredField[]) => ({
  name,
  ...(notes.some(({ fields: written }) => written['consequences'] !== undefined) &&
    name !== 'event' && { event: true }),
  properties: fields.flatMap((field) => {
    if (field.as !== 'property') return []
    const { as: _, ...property } = field
    return [property]
  }),
  field_mappings: fields.flatMap((field) =>
    field.as === 'mapping'
      ? [
          {
            field: field.name,
            relationship: relationshipOf(field.name),
            target_type: field.targets,
          },
        ]
      : [],
  ),
})

const schemaOf = (
  byType: ReadonlyMap<string, Raw[]>,
  typeOf: (key: string) => string | undefined,
): string => {
  const types = [...byType].map(([name, notes]) =>
    entityTypeOf(name, notes, fieldsOf(notes, typeOf)),
  )
  const relationships = [
    ...new Set(
      types.flatMap((type) => type.field_mappings.map(({ relationship }) => relationship)),
    ),
  ].sort()
  return stringify({
    version: 1,
    entity_types: types.length > 0 ? types : [{ name: 'note' }],
    relationship_types: relationships.map((name) => ({ name })),
  })
}

const projectOf = (name: string, notes: readonly Raw[]): string => {
  const untyped = groupBy(
    notes.filter(({ isTyped }) => !isTyped),
    ({ folder }) => folder,
  )
  const default_types = [...untyped].map(([folder, [first]]) => ({
    path: `./${folder}${folder === '' ? '' : '/'}`,
    type: first?.type ?? 'note',
  }))
  return stringify({
    project: name,
    version: 1,
    layers: [
      {
        name: 'notes',
        paths: ['./'],
        canonical: true,
        ...(default_types.length > 0 && { default_types }),
      },
    ],
  })
}

/**
 * Proposes the two files of a book for notes that exist: types by their field `type`, else by that of others in the folder, else by
 * the folder's name; properties and enums by
 * the values of fields; relationships by fields that name other notes or hold wiki links.
 */
export const inferBook = (
  name: string,
  files: readonly { path: string; text: string }[],
): InferredBook => {
  const notes = withTypesOfFolders(files.map(rawOf))
  const types = new Map(
    notes.flatMap(({ title, fields, type }) => {
      const aliases = Array.isArray(fields['aliases']) ? fields['aliases'] : []
      return [title, ...aliases].map((one): [string, string] => [nameKey(String(one)), type])
    }),
  )
  return {
    'lorecraft.yaml': projectOf(name, notes),
    'schema.yaml': schemaOf(
      groupBy(notes, ({ type }) => type),
      (key) => types.get(key),
    ),
    notes: notes.length,
    untyped: notes.filter(({ isTyped }) => !isTyped).length,
  }
}
