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

/** Who wrote a finding: rules, a language model, the coding agent itself, or another memory that was moved in. */
export const distillerSchema = z.enum(['extractive', 'model', 'agent', 'import'])
export type DistillerName = z.infer<typeof distillerSchema>

/** `finding`: what a colleague would want to know. `work`: the record of what was changed, which is not served unasked. */
export const findingPurposeSchema = z.enum(['finding', 'work'])
export type FindingPurpose = z.infer<typeof findingPurposeSchema>

export const CLAIM_KINDS = ['decision', 'invariant', 'gotcha', 'graveyard', 'convention'] as const

/** What a statement is about, taken apart so that two of them can be compared. */
export const slotsSchema = z.object({
  subject: z.string(),
  attribute: z.string(),
  scope: z.string(),
  value: z.string(),
  /** The value that held before; empty where none is known. */
  replaces: z.string(),
})

/** A statement about the project, with its reason and the words it rests on. */
export const claimSchema = z.object({
  kind: z.enum(CLAIM_KINDS),
  statement: z.string(),
  reason: z.string(),
  rejected: z.array(z.string()),
  slots: slotsSchema,
  /** What it answers, in the words of who does not know it; left out by who was not asked. */
  questions: z.array(z.string()).optional(),
  evidence: z.array(z.object({ message_id: z.string(), quote: z.string() })),
})
export type Claim = z.infer<typeof claimSchema>

export const observationSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  /** The human message whose range of the session this was found in; null before the first one. */
  prompt_id: z.string().nullable(),
  /** The message the finding rests on. */
  message_id: z.string().nullable(),
  project: projectRefSchema.nullable(),
  type: observationTypeSchema,
  purpose: findingPurposeSchema,
  /** Short title, as a colleague would ask for it: `Retry policy of the export job`. Empty of the record of work. */
  topic: z.string(),
  title: z.string(),
  subtitle: z.string(),
  narrative: z.string(),
  facts: z.array(z.string()),
  concepts: z.array(z.string()),
  files_read: z.array(z.string()),
  files_modified: z.array(z.string()),
  origin: originSchema,
  distiller: distillerSchema,
  /** The statement whole, with its kind, its reason and what was turned down; null of work, and where another memory brought it. */
  claim: claimSchema.nullable(),
  /** How sure the distiller was, between 0 and 1. */
  confidence: z.number().nullable(),
  /** When something else took its place; null while it stands. */
  superseded_at: z.string().nullable(),
  /** What took its place; null when nothing did. */
  superseded_by: z.string().nullable(),
  occurred_at: z.string().nullable(),
})
export type Observation = z.infer<typeof observationSchema>

export const listObservationsQuerySchema = pageQuerySchema.extend({
  session: z.string().max(60).optional(),
  project: z.string().max(300).optional(),
  type: observationTypeSchema.optional(),
  purpose: findingPurposeSchema
    .optional()
    .describe('Findings, or the record of work; both by default.'),
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
  /** When it was no longer found; null while it stands. */
  superseded_at: z.string().nullable(),
  occurred_at: z.string().nullable(),
})
export type Summary = z.infer<typeof summarySchema>

export const listSummariesQuerySchema = pageQuerySchema.extend({
  session: z.string().max(60).optional(),
  project: z.string().max(300).optional(),
})
export type ListSummariesQuery = z.infer<typeof listSummariesQuerySchema>
export const summaryPageSchema = countedPageOf(summarySchema)
