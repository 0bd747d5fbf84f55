import { isJsonObject, type JsonObject, type JsonValue } from '../json.types.ts'
import {
  type BookSchema,
  type EntityType,
  entityTypeSchema,
  fieldMappingSchema,
  propertySchema,
  type RelationshipType,
  relationshipTypeSchema,
} from './schema.types.ts'

/** What is right of a schema that has slips: enough to look at the notes, and too little to make a book of them. */
export type UsableSchema = {
  schema: BookSchema
  /** Types that the slips are in, or may be in: their notes are read and not judged. */
  doubtful: ReadonlySet<string>
}

const objectsIn = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]).filter(isJsonObject) : []

type Shape<T> = { safeParse: (value: unknown) => { success: true; data: T } | { success: false } }

const fitting = <T>(shape: Shape<T>, value: JsonValue | undefined): T[] =>
  objectsIn(value).flatMap((one) => {
    const result = shape.safeParse(one)
    return result.success ? [result.data] : []
  })

const typeOf = (value: JsonObject, relationships: ReadonlySet<string>): EntityType | undefined => {
  const { name, event, identity } = value
  const mappings = fitting(fieldMappingSchema, value['field_mappings'])
  const result = entityTypeSchema.safeParse({
    name,
    ...(typeof event === 'boolean' && { event }),
    ...(Array.isArray(identity) && { identity }),
    properties: fitting(propertySchema, value['properties']),
    field_mappings: mappings.filter(({ relationship }) => relationships.has(relationship)),
  })
  return result.success ? result.data : undefined
}

const firstOfEach = <T extends { name: string }>(items: readonly T[]): T[] => [
  ...new Map([...items].reverse().map((one) => [one.name, one])).values(),
]

/** Which types the schema's slips are in, by the paths of what was found. */
const doubtfulAmong = (types: readonly JsonObject[], paths: readonly (readonly PropertyKey[])[]) =>
  paths.flatMap(([top, at]) =>
    top === 'entity_types' && typeof at === 'number' ? [String(types[at]?.['name'] ?? '')] : [],
  )

/**
 * The right part of what was read. `paths` say where the slips are; where they are not known, as in a text that is no YAML, every
 * type is doubtful.
 */
export const usableSchema = (
  value: JsonValue | undefined,
  paths: readonly (readonly PropertyKey[])[] | undefined,
): UsableSchema => {
  const said = isJsonObject(value) ? value : {}
  const relationship_types: RelationshipType[] = firstOfEach(
    fitting(relationshipTypeSchema, said['relationship_types']),
  )
  const names = new Set([...relationship_types.map(({ name }) => name), 'RELATED_TO'])
  const written = objectsIn(said['entity_types'])
  const entity_types = firstOfEach(written.flatMap((one) => typeOf(one, names) ?? []))
  const isAnywhere = paths === undefined || paths.some(([top]) => top !== 'entity_types')
  const doubtful = new Set(
    isAnywhere ? ['', ...entity_types.map(({ name }) => name)] : doubtfulAmong(written, paths),
  )
  return { schema: { version: 1, entity_types, relationship_types }, doubtful }
}
