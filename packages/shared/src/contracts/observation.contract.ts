import { z } from 'zod'
import { OBSERVATION_TYPES } from '../observation-types.ts'
import {
  countedPageOf,
  originSchema,
  pageQuerySchema,
  projectRefSchema,
} from './common.contract.ts'

export const observationTypeSchema = z.enum(OBSERVATION_TYPES)
export type ObservationType = z.infer<typeof observationTypeSchema>

export const distillerSchema = z.enum(['extractive', 'model', 'import'])

export const observationSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  /** The human message whose range of the session this was found in; null before the first one. */
  prompt_id: z.string().nullable(),
  /** The message the finding rests on. */
  message_id: z.string().nullable(),
  project: projectRefSchema.nullable(),
  type: observationTypeSchema,
  title: z.string(),
  subtitle: z.string(),
  narrative: z.string(),
  facts: z.array(z.string()),
  concepts: z.array(z.string()),
  files_read: z.array(z.string()),
  files_modified: z.array(z.string()),
  origin: originSchema,
  distiller: distillerSchema,
  occurred_at: z.string().nullable(),
})
export type Observation = z.infer<typeof observationSchema>

export const listObservationsQuerySchema = pageQuerySchema.extend({
  session: z.string().max(60).optional(),
  project: z.string().max(300).optional(),
  type: observationTypeSchema.optional(),
  file: z.string().max(4_096).optional(),
  concept: z.string().max(200).optional(),
})
export type ListObservationsQuery = z.infer<typeof listObservationsQuerySchema>
export const observationPageSchema = countedPageOf(observationSchema)

export const summarySchema = z.object({
  id: z.string(),
  session_id: z.string(),
  prompt_id: z.string().nullable(),
  prompt_number: z.number().int(),
  project: projectRefSchema.nullable(),
  request: z.string(),
  investigated: z.string(),
  learned: z.string(),
  completed: z.string(),
  next_steps: z.string(),
  notes: z.string(),
  /** `import` when another memory brought it, else `agent`. */
  origin: originSchema,
  distiller: distillerSchema,
  occurred_at: z.string().nullable(),
})
export type Summary = z.infer<typeof summarySchema>

export const listSummariesQuerySchema = pageQuerySchema.extend({
  session: z.string().max(60).optional(),
  project: z.string().max(300).optional(),
})
export type ListSummariesQuery = z.infer<typeof listSummariesQuerySchema>
export const summaryPageSchema = countedPageOf(summarySchema)
