import { z } from 'zod'
import { BOOK_ROLES } from '../roles.ts'

export const PROPERTY_TYPES = [
  'string',
  'integer',
  'number',
  'boolean',
  'date',
  'enum',
  'list',
] as const
export type PropertyType = (typeof PROPERTY_TYPES)[number]

const word = z.string().min(1).max(120)
const needs = z
  .enum(BOOK_ROLES)
  .optional()
  .describe('The least role that may see it; everybody of the team without')
const plainValue = z.union([z.string(), z.number(), z.boolean()])
/** YAML reads `true` in `[true, false, unknown]` as a truth value; an enum means the word. */
const enumWord = plainValue.transform(String)

export const propertySchema = z.strictObject({
  name: word.describe('Name of the front matter field'),
  type: z.enum(PROPERTY_TYPES).default('string').describe('What its values are'),
  values: z.array(enumWord).optional().describe('The words of an enum'),
  default: plainValue.optional().describe('The value where a note has none'),
  required: z.boolean().default(false).describe('Whether each note must have it'),
  needs,
  description: z.string().max(2000).optional(),
})

export const fieldMappingSchema = z.strictObject({
  field: word.describe('Front matter field whose values name other entities'),
  relationship: word.describe('Relationship type that it makes'),
  target_type: z
    .union([z.array(word), word.transform((one) => [one])])
    .default([])
    .describe('Types that may be named; none says any'),
  description: z.string().max(2000).optional(),
})

export const entityTypeSchema = z.strictObject({
  name: word.describe('What notes say in their field `type`'),
  event: z
    .boolean()
    .optional()
    .describe('Whether its notes are events, with consequences; the type named `event` is one'),
  identity: z
    .array(word)
    .default([])
    .describe('Fields whose values name an entity as its title does, such as a number'),
  properties: z.array(propertySchema).default([]),
  field_mappings: z.array(fieldMappingSchema).default([]),
  description: z.string().max(2000).optional(),
})

export const relationshipTypeSchema = z.strictObject({
  name: word,
  inverse: word.optional().describe('Its name as seen from the other end'),
  symmetric: z.boolean().default(false).describe('Whether it has no direction'),
  needs,
  description: z.string().max(2000).optional(),
})

const visibilitySchema = z.strictObject({
  property: word.describe('The enum that says of each note who may see it'),
  needs: z
    .record(word, z.enum(BOOK_ROLES))
    .describe('For words of the enum: the least role that sees such notes'),
})

export const schemaFileSchema = z.strictObject({
  version: z.literal(1).describe('Version of this file format'),
  entity_types: z.array(entityTypeSchema).min(1),
  relationship_types: z.array(relationshipTypeSchema).default([]),
  links: z
    .strictObject({
      relationship: word.describe(
        'Relationship type that a link in a text makes; RELATED_TO without',
      ),
    })
    .optional()
    .describe('What links in texts are'),
  visibility: visibilitySchema
    .optional()
    .describe('Which notes are hidden from whom, by an enum of theirs'),
})

export type Property = z.output<typeof propertySchema>
export type FieldMapping = z.output<typeof fieldMappingSchema>
export type EntityType = z.output<typeof entityTypeSchema>
export type RelationshipType = z.output<typeof relationshipTypeSchema>
/** What `schema.yaml` says. */
export type BookSchema = z.output<typeof schemaFileSchema>
