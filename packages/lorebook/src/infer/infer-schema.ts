import { stringify } from 'yaml'
import { isJsonObject, type JsonValue } from '../json.types.ts'
import { codeKey, fileName, nameKey } from '../names.ts'
import { BUILT_IN_FIELDS, EVENT_FIELDS } from '../schema/built-in.ts'
import { codesOf } from '../stages/codes-of.ts'
import { type InferredField, inferField } from './infer-fields.ts'
import { identityOf } from './infer-identity.ts'
import { type InferredTypes, inferTypes, type TypedNote } from './infer-types.ts'
import { groupBy, patternPathOf, rawNoteOf, wordOf } from './raw-notes.ts'

/** Fields that note programs keep for themselves. */
const OF_PROGRAMS = ['alias', 'tag', 'cssclass', 'cssclasses', 'publish', 'position']

export type InferredBook = {
  'lorecraft.yaml': string
  'schema.yaml': string
  /** Notes it was made of, and those that have no type of their own and get that of a tag or their folder. */
  notes: number
  untyped: number
  /** Folders and files that are patterns for notes, and left out. */
  left_out: string[]
  /** What a person should look at. */
  unsure: string[]
}

type TypeOf = (name: string) => string | undefined
type Identities = ReadonlyMap<string, readonly string[]>

/** The type of the note that a name means: by its title, an alias, a code or its file. */
const typesByName = (notes: readonly TypedNote[], identities: Identities): TypeOf => {
  const codes = codesOf({
    version: 1,
    relationship_types: [],
    entity_types: [...identities].map(([name, identity]) => ({
      name,
      identity: [...identity],
      properties: [],
      field_mappings: [],
    })),
  })
  const byName = new Map<string, string>()
  const byCode = new Map<string, string>()
  const byFile = new Map<string, string>()
  for (const { title, path, fields, type } of notes) {
    const aliases = Array.isArray(fields['aliases']) ? fields['aliases'] : []
    for (const one of [title, ...aliases]) byName.set(nameKey(String(one)), type)
    for (const code of codes({ type, properties: fields })) byCode.set(code, type)
    byFile.set(nameKey(fileName(path)), type)
  }
  return (name) => {
    const key = nameKey(name)
    return byName.get(key) ?? byCode.get(codeKey(name)) ?? byFile.get(nameKey(fileName(name)))
  }
}

const isEventful = (notes: readonly TypedNote[]): boolean =>
  notes.some(({ fields }) => fields['consequences'] !== undefined)

const fieldsOf = (
  notes: readonly TypedNote[],
  identity: readonly string[],
  typeOf: TypeOf,
): InferredField[] => {
  const values = new Map<string, JsonValue[]>()
  const known: readonly string[] = [
    ...BUILT_IN_FIELDS,
    ...OF_PROGRAMS,
    ...(isEventful(notes) ? EVENT_FIELDS : []),
  ]
  for (const { fields } of notes)
    for (const [name, value] of Object.entries(fields))
      if (!known.includes(name.trim().toLowerCase()) && !isJsonObject(value))
        values
          .set(name, values.get(name) ?? [])
          .get(name)
          ?.push(value)
  // What names a note itself names no other.
  const nobody: TypeOf = () => undefined
  return [...values].flatMap(
    ([name, all]) => inferField(name, all, identity.includes(name) ? nobody : typeOf) ?? [],
  )
}

const relationshipOf = (field: string): string => wordOf(field).toUpperCase()

const propertiesOf = (fields: readonly InferredField[]) =>
  fields.flatMap((field) =>
    field.as === 'property'
      ? [{ name: field.name, type: field.type, ...(field.values && { values: field.values }) }]
      : [],
  )

const mappingsOf = (fields: readonly InferredField[]) =>
  fields.flatMap((field) =>
    field.as === 'mapping'
      ? [
          {
            field: field.name,
            relationship: relationshipOf(field.name),
            target_type: field.targets,
          },
        ]
      : [],
  )

type Inferred = { name: string; notes: TypedNote[]; fields: InferredField[] }

const schemaOf = (inferred: readonly Inferred[], identities: Identities): string => {
  const types = inferred.map(({ name, notes, fields }) => {
    const identity = identities.get(name) ?? []
    return {
      name,
      ...(isEventful(notes) && name !== 'event' && { event: true }),
      ...(identity.length > 0 && { identity }),
      properties: propertiesOf(fields),
      field_mappings: mappingsOf(fields),
    }
  })
  const relationships = [
    ...new Set(types.flatMap((type) => type.field_mappings.map((one) => one.relationship))),
  ].sort()
  return plainYaml({
    version: 1,
    entity_types: types.length > 0 ? types : [{ name: 'note' }],
    relationship_types: relationships
      .filter((name) => name !== 'RELATED_TO')
      .map((name) => ({ name })),
  })
}

/** A value stays in one line, so that a long path can be searched for and changed. */
const plainYaml = (value: object): string => stringify(value, { lineWidth: 0 })

const projectOf = (
  name: string,
  { defaultTypes, typeFields }: InferredTypes,
  exclude: readonly string[],
): string =>
  plainYaml({
    project: name,
    version: 1,
    layers: [
      {
        name: 'notes',
        paths: ['./'],
        canonical: true,
        ...(defaultTypes.length > 0 && { default_types: defaultTypes }),
      },
    ],
    ...(typeFields.length > 0 && { type_fields: typeFields }),
    links: true,
    ...(exclude.length > 0 && { exclude }),
  })

/**
 * Proposes the two files of a book for notes that exist. Types come from what front matter says, then tags, then folders; properties and
 * enums from the values of fields; relationships from fields that name other notes, by titles, aliases, codes or files; links in texts are
 * relationships, too. Patterns for notes are left out. What is a guess is said.
 */
export const inferBook = (
  name: string,
  files: readonly { path: string; text: string }[],
): InferredBook => {
  const patterns = files.map(patternPathOf)
  const types = inferTypes(files.filter((_, at) => patterns[at] === undefined).map(rawNoteOf))
  const byType = groupBy(types.notes, ({ type }) => type)
  const identities = new Map([...byType].map(([type, notes]) => [type, identityOf(notes)]))
  const typeOf = typesByName(types.notes, identities)
  const inferred = [...byType].map(([type, notes]) => ({
    name: type,
    notes,
    fields: fieldsOf(notes, identities.get(type) ?? [], typeOf),
  }))
  const left_out = [...new Set(patterns.filter((path) => path !== undefined))].sort()
  return {
    'lorecraft.yaml': projectOf(name, types, left_out),
    'schema.yaml': schemaOf(inferred, identities),
    notes: types.notes.length,
    untyped: types.notes.filter(({ isTyped }) => !isTyped).length,
    left_out,
    unsure: [
      ...types.unsure,
      ...left_out.map((path) => `${path} is left out: it looks like a pattern for notes.`),
      ...[...identities].flatMap(([type, identity]) =>
        identity.map((field) => `Notes of type ${type} are named by "${field}", too.`),
      ),
      ...inferred.flatMap(({ name: type, fields }) =>
        fields.flatMap(({ unsure }) => (unsure === undefined ? [] : [`Type ${type}: ${unsure}`])),
      ),
    ],
  }
}
