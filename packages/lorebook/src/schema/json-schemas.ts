import { z } from 'zod'
import { projectSchema } from '../project/project.types.ts'
import { schemaFileSchema } from './schema.types.ts'

type JsonSchema = Record<string, unknown>

const ofShape = (shape: z.ZodType, title: string): JsonSchema => ({
  title,
  ...z.toJSONSchema(shape, { io: 'input', target: 'draft-7' }),
})

/** JSON Schemas of the two files, which editors use to complete and check while one writes. */
export const jsonSchemas = (): {
  'lorecraft.schema.json': JsonSchema
  'schema.schema.json': JsonSchema
} => ({
  'lorecraft.schema.json': ofShape(projectSchema, 'lorecraft.yaml of a lorebook'),
  'schema.schema.json': ofShape(schemaFileSchema, 'schema.yaml of a lorebook'),
})
