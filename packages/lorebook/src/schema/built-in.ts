import type { BookSchema, EntityType, FieldMapping, RelationshipType } from './schema.types.ts'

/** Fields that every note may have, whatever its type. */
export const BUILT_IN_FIELDS = ['title', 'type', 'aliases', 'tags', 'related'] as const
/** Fields that every event may have besides. */
export const EVENT_FIELDS = ['session', 'date_real', 'date_in_world', 'consequences'] as const

const RELATED: FieldMapping = { field: 'related', relationship: 'RELATED_TO', target_type: [] }
const RELATED_TO: RelationshipType = { name: 'RELATED_TO', symmetric: true }

export const isEventType = ({ name, event }: EntityType): boolean => event ?? name === 'event'

/** The mappings of a type, the built-in one included unless the type maps that field itself. */
export const mappingsOf = ({ field_mappings }: EntityType): FieldMapping[] =>
  field_mappings.some(({ field }) => field === RELATED.field)
    ? field_mappings
    : [...field_mappings, RELATED]

/** The relationship types of a schema, the built-in one included unless the schema declares it. */
export const relationshipTypesOf = ({ relationship_types }: BookSchema): RelationshipType[] =>
  relationship_types.some(({ name }) => name === RELATED_TO.name)
    ? relationship_types
    : [...relationship_types, RELATED_TO]

/** The relationship that a link in a text makes. */
export const linkRelationship = ({ links }: BookSchema): string =>
  links?.relationship ?? RELATED_TO.name

/** Every front matter field that a note of a type may have. */
export const fieldsOf = (type: EntityType): string[] => [
  ...BUILT_IN_FIELDS,
  ...(isEventType(type) ? EVENT_FIELDS : []),
  ...type.identity,
  ...type.properties.map(({ name }) => name),
  ...mappingsOf(type).map(({ field }) => field),
]
