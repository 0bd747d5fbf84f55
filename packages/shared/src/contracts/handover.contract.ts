import { z } from 'zod'
import { CLAIM_KINDS } from './observation.contract.ts'

export const HANDOVER_LIMITS = {
  maxFindings: 20,
  maxTopicChars: 120,
  maxTitleChars: 300,
  maxStatementChars: 1_000,
  maxReasonChars: 1_000,
  maxRejected: 6,
  maxSlotChars: 200,
  maxQuestions: 5,
  maxQuestionChars: 200,
  maxEvidence: 6,
  maxQuoteChars: 1_000,
  maxSessionChars: 200,
} as const

const LIMITS = HANDOVER_LIMITS
const slot = z.string().max(LIMITS.maxSlotChars).default('')

/** What a coding agent has found in its own session, with the words of that session it rests on. */
export const handedFindingSchema = z.strictObject({
  kind: z.enum(CLAIM_KINDS),
  topic: z
    .string()
    .trim()
    .max(LIMITS.maxTopicChars)
    .default('')
    .describe('What it is about, as a colleague would ask for it.'),
  title: z.string().trim().min(10).max(LIMITS.maxTitleChars).describe('One whole statement.'),
  statement: z.string().trim().max(LIMITS.maxStatementChars).default(''),
  reason: z.string().trim().max(LIMITS.maxReasonChars).default(''),
  rejected: z.array(z.string().trim().min(1).max(300)).max(LIMITS.maxRejected).default([]),
  slots: z
    .strictObject({ subject: slot, attribute: slot, scope: slot, value: slot, replaces: slot })
    .default({ subject: '', attribute: '', scope: '', value: '', replaces: '' }),
  questions: z
    .array(z.string().trim().min(1).max(LIMITS.maxQuestionChars))
    .max(LIMITS.maxQuestions)
    .default([])
    .describe('What a colleague would ask who does not know it.'),
  evidence: z
    .array(
      z.strictObject({
        quote: z
          .string()
          .min(12)
          .max(LIMITS.maxQuoteChars)
          .describe('Words of the session, copied letter by letter.'),
      }),
    )
    .min(1)
    .max(LIMITS.maxEvidence),
})
export type HandedFinding = z.infer<typeof handedFindingSchema>

export const handoverRequestSchema = z.strictObject({
  session: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.maxSessionChars)
    .optional()
    .describe(
      'Id of the session (`ses_…`), or as the coding tool names it. Without it, the session of yours is taken that the quotes stand in.',
    ),
  findings: z.array(handedFindingSchema).min(1).max(LIMITS.maxFindings),
})
export type HandoverRequest = z.output<typeof handoverRequestSchema>

/**
 * What a second reader says of a finding whose words stand in its session: nothing yet, that the session says it, that it does not,
 * or that it cannot be seen.
 */
export const READING_STATES = ['waiting', 'confirmed', 'refused', 'unclear'] as const
export type ReadingState = (typeof READING_STATES)[number]

export const HANDOVER_STATES = ['found', 'waiting', 'refused'] as const

export const handoverSchema = z.object({
  /** Where its state of later is read: `GET /v1/handovers/:id`. */
  id: z.string(),
  /** Null while its transcript has not arrived. */
  session_id: z.string().nullable(),
  findings: z.array(
    z.object({
      title: z.string(),
      /**
       * `found`: its words stand in the session, and nothing there speaks against it. `waiting`: its words are looked for again as
       * more of the session comes in. `refused`: its words stand there, and it is not kept; `reason` says why.
       */
      state: z.enum(HANDOVER_STATES),
      reason: z.string().nullable(),
      /**
       * What a second reader says: `waiting` until one has looked; `confirmed`, `refused` or `unclear` after that. Null where its words
       * are not found, or letters alone show that it is not kept. Until it is confirmed, it becomes no active memory by itself.
       */
      reading: z.enum(READING_STATES).nullable(),
      /** The message that holds the first quote. */
      message_id: z.string().nullable(),
    }),
  ),
})
export type Handover = z.infer<typeof handoverSchema>
