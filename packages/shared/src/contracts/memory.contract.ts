import { z } from 'zod'
import { MEMORY_KINDS, MEMORY_STATUSES } from '../kinds/memory-kinds.ts'
import {
  asOfSchema,
  momentSchema,
  originSchema,
  pageOf,
  pageQuerySchema,
  personSchema,
  projectRefSchema,
  visibilitySchema,
} from './common.contract.ts'
import {
  memoryBasisSchema,
  memorySetbackSchema,
  otherSideSchema,
} from './memory-standing.contract.ts'
import { relativePathSchema } from './relative-path.ts'

export const MEMORY_LIMITS = {
  maxTopicChars: 160,
  maxStatementChars: 1_000,
  maxReasonChars: 4_000,
  maxRejected: 20,
  maxSlotChars: 200,
  maxQuestions: 5,
  maxQuestionChars: 200,
  maxAnchors: 50,
  maxEvidence: 20,
  maxQuoteChars: 1_000,
  maxBases: 10,
  maxPathChars: 500,
  /** Of one decision in the review queue. */
  maxReviewed: 200,
} as const

export const memoryKindSchema = z.enum(MEMORY_KINDS)
export type MemoryKind = z.infer<typeof memoryKindSchema>

export const memoryStatusSchema = z.enum(MEMORY_STATUSES)
export type MemoryStatus = z.infer<typeof memoryStatusSchema>

const text = (max: number) => z.string().trim().min(1).max(max)

/** What a statement is about, so that two of them can be compared; each is null where it is not known. */
export const memorySlotsSchema = z.strictObject({
  /** `session cache`. */
  subject: text(MEMORY_LIMITS.maxSlotChars).nullable().default(null),
  /** `expiry`. */
  attribute: text(MEMORY_LIMITS.maxSlotChars).nullable().default(null),
  /** `staging`: where alone it holds. */
  scope: text(MEMORY_LIMITS.maxSlotChars).nullable().default(null),
  /** `15 minutes`. */
  value: text(MEMORY_LIMITS.maxSlotChars).nullable().default(null),
  /** The value it takes the place of. */
  replaces: text(MEMORY_LIMITS.maxSlotChars).nullable().default(null),
})
export type MemorySlots = z.infer<typeof memorySlotsSchema>

export const NO_SLOTS: MemorySlots = {
  subject: null,
  attribute: null,
  scope: null,
  value: null,
  replaces: null,
}

/**
 * What a colleague would ask who does not know it, in other words than its own: it is found by them, too. The answer is not in them.
 */
export const memoryQuestionsSchema = z
  .array(text(MEMORY_LIMITS.maxQuestionChars))
  .max(MEMORY_LIMITS.maxQuestions)

/** `src/cache.ts`: within the project, with forward slashes. */
const anchorPathSchema = relativePathSchema('the project', MEMORY_LIMITS.maxPathChars)

export const memoryAnchorInputSchema = z
  .strictObject({
    path: anchorPathSchema,
    symbol: text(200).nullable().default(null),
    start_line: z.number().int().min(1).max(10_000_000).nullable().default(null),
    end_line: z.number().int().min(1).max(10_000_000).nullable().default(null),
    /** Of the code, as the machine hashed it. */
    content_hash: text(128).nullable().default(null),
  })
  .refine(({ start_line, end_line }) => end_line === null || (start_line ?? 0) <= end_line, {
    path: ['end_line'],
    message: 'must not come before start_line',
  })
export type MemoryAnchorInput = z.infer<typeof memoryAnchorInputSchema>

export const anchorStateSchema = z.enum(['fresh', 'dirty', 'broken', 'unknown'])
export type AnchorState = z.infer<typeof anchorStateSchema>

export const memoryAnchorSchema = z.object({
  path: z.string(),
  symbol: z.string().nullable(),
  start_line: z.number().int().nullable(),
  end_line: z.number().int().nullable(),
  content_hash: z.string().nullable(),
  /** Whether the code is as it was: `dirty` has changed, `broken` is gone, `unknown` was not looked at. */
  state: anchorStateSchema,
  /** Nobody named it: its evidence session touched it there. */
  is_inherited: z.boolean(),
})
export type MemoryAnchor = z.infer<typeof memoryAnchorSchema>

export const evidenceKindSchema = z.enum(['message', 'session', 'commit', 'document'])
export type EvidenceKind = z.infer<typeof evidenceKindSchema>

export const memoryEvidenceInputSchema = z.strictObject({
  kind: evidenceKindSchema,
  /** Id of the message or session, hash of the commit, path or address of the document. */
  ref: text(300),
  quote: z.string().max(MEMORY_LIMITS.maxQuoteChars).default(''),
})
export type MemoryEvidenceInput = z.infer<typeof memoryEvidenceInputSchema>

export const memoryEvidenceSchema = z.object({
  kind: evidenceKindSchema,
  ref: z.string(),
  session_id: z.string().nullable(),
  quote: z.string(),
  origin: originSchema,
  person: personSchema.nullable(),
  occurred_at: z.string().nullable(),
  recorded_at: z.string(),
})
export type MemoryEvidence = z.infer<typeof memoryEvidenceSchema>

export const relationTypeSchema = z.enum([
  'supersedes',
  'amends',
  'contradicts',
  'duplicates',
  'relates',
  'rests_on',
])
export type RelationType = z.infer<typeof relationTypeSchema>

/** Another memory, as far as one needs to know without opening it. */
export const memoryRefSchema = z.object({
  id: z.string(),
  statement: z.string(),
  status: memoryStatusSchema,
  valid_from: z.string(),
})
export type MemoryRef = z.infer<typeof memoryRefSchema>

export const memoryRelationSchema = z.object({
  type: relationTypeSchema,
  /** `out`: this memory supersedes the other; `in`: the other supersedes this one. */
  direction: z.enum(['out', 'in']),
  /** `proposed`: a person decides. */
  status: z.enum(['held', 'proposed', 'dismissed']),
  confidence: z.number(),
  reason: z.string(),
  memory: memoryRefSchema,
})
export type MemoryRelation = z.infer<typeof memoryRelationSchema>

/** What a confidence is made of. Being shown is none of it. */
export const confidencePartsSchema = z.object({
  origin: z.number(),
  /** Independent sources that say the same. */
  confirmations: z.number().int(),
  contradictions: z.number().int(),
  /** Corrections, failing tests, reverts and rejected changes after it was used. */
  setbacks: z.number().int(),
  is_approved: z.boolean(),
  /** What time without confirmation leaves of it, 1 for nothing lost. */
  decay: z.number(),
})
export type ConfidenceParts = z.infer<typeof confidencePartsSchema>

export const memoryEntrySchema = z.object({
  id: z.string(),
  kind: memoryKindSchema,
  /** `unreviewed`: served below what somebody reviewed, until an independent source or a person confirms it. */
  status: memoryStatusSchema,
  /** Short title, as a colleague would ask for it: `Retry policy of the export job`. */
  topic: z.string(),
  statement: z.string(),
  reason: z.string(),
  rejected: z.array(z.string()),
  slots: memorySlotsSchema,
  /** What it answers, in the words of who does not know it. */
  questions: z.array(z.string()),
  origin: originSchema,
  confidence: z.number(),
  confidence_parts: confidencePartsSchema,
  project: projectRefSchema.nullable(),
  visibility: visibilitySchema,
  author: personSchema.nullable(),
  assignee: personSchema.nullable(),
  version: z.number().int(),
  valid_from: z.string(),
  recorded_at: z.string(),
  confirmed_at: z.string(),
  created_at: z.string(),
  /** Somebody said that it does not hold any more, and nothing took its place yet. */
  stale: z.object({ since: z.string(), reason: z.string() }).nullable(),
  /** Somebody proposed to take it out, such as by deleting its line of AGENTS.md. It holds until a person decides. */
  removal: z
    .object({ since: z.string(), reason: z.string(), by: personSchema.nullable() })
    .optional(),
  /** What took its place. */
  successor: memoryRefSchema.nullable(),
  review: z.object({ by: personSchema.nullable(), at: z.string(), reason: z.string() }).nullable(),
  anchors: z.array(memoryAnchorSchema),
  evidence_count: z.number().int(),
  /** Pieces of what it rested on that somebody had forgotten; an older server does not say. */
  evidence_forgotten: z.number().int().optional(),
  /** In how many sessions it was said. */
  session_count: z.number().int(),
  /** What holds and contradicts it, until a person decides between them; of a list as of an earlier time empty. */
  contradicted_by: z.array(otherSideSchema),
})
export type MemoryEntry = z.infer<typeof memoryEntrySchema>

export const memorySchema = memoryEntrySchema.extend({
  evidence: z.array(memoryEvidenceSchema),
  setbacks: z.array(memorySetbackSchema),
  /** What it rests on that was replaced since, until a person says that it holds all the same. */
  changed_bases: z.array(memoryBasisSchema),
  /** What rests on it, or on what it took the place of. */
  dependants: z.array(memoryRefSchema),
  relations: z.array(memoryRelationSchema),
  /** What it took the place of, the newest first. */
  replaced: z.array(
    z.object({
      id: z.string(),
      statement: z.string(),
      from: z.string(),
      until: z.string(),
      /** Why it changed; empty where nobody said. */
      why: z.string(),
    }),
  ),
})
export type Memory = z.infer<typeof memorySchema>

export const memoryPageSchema = pageOf(memoryEntrySchema).extend({
  note: z
    .string()
    .nullable()
    .default(null)
    .describe('Of a file under which nothing is found: what was perhaps meant.'),
})

export const listMemoriesQuerySchema = pageQuerySchema.extend({
  project: z.string().max(300).optional().describe('Id, name or remote URL of a project.'),
  kind: memoryKindSchema.optional().describe('Only memories of this kind.'),
  status: memoryStatusSchema.optional().describe('Only memories of this status.'),
  origin: originSchema.optional().describe('Only memories whose words come from there.'),
  file: z
    .string()
    .max(MEMORY_LIMITS.maxPathChars)
    .optional()
    .describe('A path they are anchored to, whole or its last parts.'),
  assignee: z.string().max(60).optional().describe('Id of the member who is to review them.'),
  session: z.string().max(60).optional().describe('Id of a session they rest on.'),
  q: z.string().max(300).optional().describe('Words as they stand in the statement or the reason.'),
  as_of: asOfSchema
    .optional()
    .describe('What held then, in the words of that time: a date, or a commit by its hash or id.'),
})
export type ListMemoriesQuery = z.infer<typeof listMemoriesQuerySchema>

export const rememberRequestSchema = z.strictObject({
  kind: memoryKindSchema.default('decision'),
  /** Short title, as a colleague would ask for it; taken from the statement where it is left out. */
  topic: z.string().trim().max(MEMORY_LIMITS.maxTopicChars).optional(),
  statement: text(MEMORY_LIMITS.maxStatementChars),
  reason: z.string().trim().max(MEMORY_LIMITS.maxReasonChars).default(''),
  /** Alternatives that were considered and not taken. */
  rejected: z.array(text(500)).max(MEMORY_LIMITS.maxRejected).default([]),
  slots: memorySlotsSchema.default(NO_SLOTS),
  questions: memoryQuestionsSchema.default([]),
  /** Id, name or remote URL. */
  project: z.string().max(300).optional(),
  anchors: z.array(memoryAnchorInputSchema).max(MEMORY_LIMITS.maxAnchors).default([]),
  evidence: z.array(memoryEvidenceInputSchema).max(MEMORY_LIMITS.maxEvidence).default([]),
  /** Where the words come from. What an agent infers is `agent`; text of tools or the web needs a person. */
  origin: originSchema.default('human'),
  visibility: visibilitySchema.optional(),
  /** Since when it holds; now by default. */
  valid_from: momentSchema.optional(),
  /** Id of the memory whose place it takes. */
  supersedes: z.string().max(60).optional(),
  /** Ids of memories because of which it holds: where one of them changes, that is shown with it. */
  rests_on: z.array(z.string().max(60)).max(MEMORY_LIMITS.maxBases).default([]),
  /** Leaves it for the review queue, whatever the policy says. */
  draft: z.boolean().default(false),
})
export type RememberRequest = z.infer<typeof rememberRequestSchema>
