import { z } from 'zod'
import { plural } from '../text/plural.ts'
import { pageQuerySchema, personSchema, timestampSchema } from './common.contract.ts'

/** Coding agents that may be asked to distil, by the name of their command. */
export const DISTIL_TOOLS = ['claude', 'codex', 'gemini', 'opencode', 'copilot'] as const
export const distilToolSchema = z.enum(DISTIL_TOOLS)
export type DistilTool = z.infer<typeof distilToolSchema>

const DISTIL_LEASE_LIMITS = {
  maxLeases: 12,
  maxAnswers: 12,
  maxFailureChars: 60,
  maxHolderChars: 64,
} as const
const LIMITS = DISTIL_LEASE_LIMITS

const holder = z
  .string()
  .regex(/^[\w.-]+$/, 'must be one word')
  .max(LIMITS.maxHolderChars)
  .describe('Which of your machines asks. What it holds already is given to it again.')

export const leaseSessionsSchema = z.strictObject({
  tool: distilToolSchema.describe('The coding agent that will be asked.'),
  holder,
  since: timestampSchema.optional().describe('Only sessions that began at this time or later.'),
  project_id: z.string().max(60).optional().describe('Only sessions of this project.'),
  working_on: z
    .array(z.string().max(60))
    .max(LIMITS.maxLeases)
    .default([])
    .describe('Leases that the machine works on now, so that they are not given to it again.'),
  limit: z.number().int().min(1).max(LIMITS.maxLeases).default(6),
  memories: z
    .boolean()
    .default(false)
    .describe('Whether memories of which something is to be asked fill what sessions leave.'),
})
export type LeaseSessions = z.output<typeof leaseSessionsSchema>

const DISTIL_QUESTIONS = ['segment', 'review', 'reader', 'questions', 'pair'] as const
export type DistilQuestionKind = (typeof DISTIL_QUESTIONS)[number]

const questionSchema = z.object({
  /** Names the question; it comes back with its answer. */
  id: z.string(),
  /**
   * `segment`: what was found in a stretch of a session; `review`: the second look at it; `reader`: whether a session says what its
   * agent handed over; `questions`: what a colleague would ask that a memory answers; `pair`: how two memories stand to each other.
   */
  kind: z.enum(DISTIL_QUESTIONS),
  prompt: z.string(),
})
export type DistilQuestion = z.infer<typeof questionSchema>

const titledSchema = z.object({ id: z.string(), title: z.string().nullable() })

const instructionsSchema = z.object({
  system: z.string(),
  /** JSON Schema of an answer. */
  schema: z.record(z.string(), z.unknown()),
})

export const leasedSessionsSchema = z.object({
  leases: z.array(
    z.object({
      id: z.string(),
      /** What it is about: a session, */
      session: titledSchema.nullable(),
      /**
       * or a memory, where these were asked for. Each goes into a call of its own: what one says must neither show in what is answered
       * about another, nor sway it.
       */
      memory: titledSchema.nullable().default(null),
      expires_at: timestampSchema,
      question: questionSchema,
    }),
  ),
  /** What goes before each question, and the shape of its answer; those about memories where these were asked for. */
  instructions: z.partialRecord(z.enum(DISTIL_QUESTIONS), instructionsSchema),
})
export type LeasedSessions = z.infer<typeof leasedSessionsSchema>

const failureWord = z
  .string()
  .regex(/^[a-z][a-z-]*$/, 'must be words in small letters with hyphens')
  .max(LIMITS.maxFailureChars)

const callSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits and hyphens')
    .describe('Names the call. Sent twice, it is counted once.'),
  model: z.string().trim().min(1).max(120).describe('As the coding agent names it.'),
  usage: z
    .strictObject({
      input_tokens: z.number().int().min(0).max(100_000_000),
      output_tokens: z.number().int().min(0).max(100_000_000),
      usd: z.number().min(0).max(10_000).nullable(),
    })
    .describe('As the coding agent reports it.'),
  failure: failureWord
    .optional()
    .describe('Why the call brought no answers, in a word such as `rate-limited`.'),
})

export const answerLeasesSchema = z.strictObject({
  tool: distilToolSchema,
  holder,
  call: callSchema
    .optional()
    .describe('The call of the coding agent that answered; left out where none was made.'),
  answers: z
    .array(
      z.strictObject({
        lease_id: z.string().max(60),
        question_id: z.string().max(80),
        kind: z.enum(DISTIL_QUESTIONS),
        answer: z.unknown().optional().describe('What was answered, as JSON.'),
        failure: failureWord
          .optional()
          .describe('Why there is none: `malformed` counts as a try; `released` gives it back.'),
      }),
    )
    .max(LIMITS.maxAnswers),
})
export type AnswerLeases = z.output<typeof answerLeasesSchema>

const LEASE_OUTCOMES = [
  'next',
  'done',
  'malformed',
  'failed',
  'released',
  'closed',
  'unknown',
] as const

export const answeredLeasesSchema = z.object({
  results: z.array(
    z.object({
      lease_id: z.string(),
      /**
       * `next`: there is a further question. `malformed`: the same one, to be asked again. `done`: all is written. `failed`: given up.
       * `released`: given back, because you said so or the session has grown. `closed`: it was ended before, or another machine holds
       * it. `unknown`: no lease of yours.
       */
      state: z.enum(LEASE_OUTCOMES),
      question: questionSchema.nullable(),
      /** Findings of the session, once it is done. */
      findings: z.number().int().nullable(),
    }),
  ),
  /** Whether the call was counted now; false where it had been before. */
  counted: z.boolean(),
})
export type AnsweredLeases = z.infer<typeof answeredLeasesSchema>

export const leaseStatusQuerySchema = z.strictObject({
  since: timestampSchema.optional().describe('What could be distilled: since this time.'),
  project_id: z.string().max(60).optional().describe('What could be distilled: of this project.'),
  days: z.coerce.number().int().min(1).max(365).default(30).describe('How far back costs reach.'),
  limit: pageQuerySchema.shape.limit,
})
export type LeaseStatusQuery = z.output<typeof leaseStatusQuerySchema>

const DISTIL_RULE_KINDS = ['team', 'project', 'tool'] as const

const distilRuleSchema = z.object({
  kind: z.enum(DISTIL_RULE_KINDS),
  /** Id of the project, name of the coding agent, empty for the team. */
  subject: z.string().max(60),
  allowed: z.boolean(),
})
export type DistilRule = z.infer<typeof distilRuleSchema>

/** Null takes the rule away: what holds without one holds again. */
export const setDistilRuleSchema = z.strictObject({
  kind: distilRuleSchema.shape.kind,
  subject: distilRuleSchema.shape.subject.default(''),
  allowed: z.boolean().nullable(),
})
export type SetDistilRule = z.output<typeof setDistilRuleSchema>

const costSchema = z.object({
  input_tokens: z.number(),
  output_tokens: z.number(),
  usd: z.number().nullable().describe('US dollars as reported; null where nothing was'),
})

export const leaseStatusSchema = z.object({
  /** Whether you may have your sessions distilled by some coding agent of yours. */
  allowed: z.boolean(),
  /** Those of them that nobody forbade. */
  tools: z.array(distilToolSchema),
  rules: z.array(distilRuleSchema),
  /** What could be leased now. */
  due: z.object({
    sessions: z.number().int(),
    /** Of what would be read, estimated from the newest of them; each word is read about twice. */
    tokens: z.number().int(),
    /** Memories that you may read, of which something is to be asked. */
    memories: z.number().int().default(0),
  }),
  /** Yours, since midnight UTC. */
  today: z.object({ tokens: z.number() }),
  /** Findings that agents handed over, of the sessions that you may open, by what a second reader said of them. */
  handed_over: z.object({
    waiting: z.number().int(),
    confirmed: z.number().int(),
    refused: z.number().int(),
    unclear: z.number().int(),
  }),
  leases: z.array(
    z.object({
      id: z.string(),
      user: personSchema,
      /** Null where the session is gone, or the lease is about a memory. */
      session: titledSchema.nullable(),
      /** Where the lease is about a memory; its id is null where it is gone. */
      memory: titledSchema.extend({ id: z.string().nullable() }).nullable().default(null),
      tool: distilToolSchema,
      state: z.enum(['leased', 'done', 'failed', 'released']),
      reason: z.string().nullable(),
      answered: z.number().int(),
      findings: z.number().int().nullable(),
      created_at: timestampSchema,
      expires_at: timestampSchema,
      finished_at: timestampSchema.nullable(),
    }),
  ),
  /** By person; without the role of an admin, yourself alone. */
  people: z.array(
    costSchema.extend({
      user: personSchema,
      calls: z.number().int(),
      failed_calls: z.number().int(),
      done: z.number().int(),
      failed: z.number().int(),
      leased: z.number().int(),
    }),
  ),
})
export type LeaseStatus = z.infer<typeof leaseStatusSchema>

const areSo = (count: number, what: string): string =>
  `${count} ${count === 1 ? 'is' : 'are'} ${what}`

/** What second readers said of what agents handed over; empty where nothing was. */
export const handedOverSentence = ({
  waiting,
  confirmed,
  refused,
  unclear,
}: LeaseStatus['handed_over']): string =>
  waiting + confirmed + refused + unclear === 0
    ? ''
    : `Of what agents handed over, ${plural(waiting, 'finding')} ${waiting === 1 ? 'waits' : 'wait'} for a reader; ${areSo(confirmed, 'confirmed')}, ${areSo(refused, 'refused')}, ${areSo(unclear, 'unclear')}.`
