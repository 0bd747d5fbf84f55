import { z } from 'zod'
import { momentSchema } from '../contracts/common.contract.ts'
import { MEMORY_LIMITS, memoryKindSchema } from '../contracts/memory.contract.ts'
import { reportPullRequestSchema } from '../contracts/pull-request.contract.ts'

/** More than a tool has to say of one thing. */
export const INCOMING_BYTES = 65_536

const name = z.string().trim().min(1).max(100)
export const addIncomingHookSchema = z.strictObject({ name })
export type AddIncomingHook = z.infer<typeof addIncomingHookSchema>

export const setIncomingHookSchema = z.strictObject({ name, is_on: z.boolean() })
export type SetIncomingHook = z.infer<typeof setIncomingHookSchema>

export const incomingHookSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Where its tool sends to. */
  url: z.string(),
  is_on: z.boolean(),
  /** Why the last event was not taken; null once one is again. */
  error: z.string().nullable(),
  taken_at: z.string().nullable(),
  created_at: z.string(),
  /** Until when the secret before this one is taken as well. */
  old_secret_until: z.string().nullable(),
})
export type IncomingHook = z.infer<typeof incomingHookSchema>

export const incomingHookListSchema = z.object({
  items: z.array(incomingHookSchema),
  /** Why none can be added here. */
  note: z.string().nullable(),
})

/** The secret is shown this once. */
export const incomingHookWithSecretSchema = z.object({
  hook: incomingHookSchema,
  secret: z.string(),
})
export type IncomingHookWithSecret = z.infer<typeof incomingHookWithSecretSchema>

const project = z.string().min(1).max(300).describe('Id, name or remote URL of a project.')
const url = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .describe('Page of it, which is kept as evidence.')
const commits = z
  .array(z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'must be whole hashes'))
  .max(100)
  .describe('Whole hashes of the commits it is about.')
const title = z.string().trim().min(1).max(300)
const reason = z.string().trim().max(1_000).default('')
/** The same again replaces what was reported before. */
const key = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe('What the tool calls it. The same key again takes the place of what was sent before.')

const runOf = <const S extends readonly [string, ...string[]]>(states: S) =>
  z.strictObject({
    project,
    key,
    state: z.enum(states),
    title,
    url: url.optional(),
    commits: commits.min(1),
    reason,
  })

export const incomingBuildSchema = runOf(['passed', 'failed'])
export const incomingDeploySchema = runOf(['succeeded', 'failed', 'rolled_back'])

export const incomingIncidentSchema = z.strictObject({
  project,
  key,
  state: z.enum(['open', 'resolved', 'false_alarm']),
  title,
  url: url.optional(),
  commits: commits.default([]),
  reason: reason.describe('What caused it. With it, a resolved incident becomes a draft.'),
})

export const incomingDraftSchema = z.strictObject({
  project: project.optional().describe('Id, name or remote URL; of the whole team unless given.'),
  kind: memoryKindSchema.default('decision'),
  statement: z.string().trim().min(1).max(MEMORY_LIMITS.maxStatementChars),
  reason: z.string().trim().max(MEMORY_LIMITS.maxReasonChars).default(''),
  rejected: z
    .array(z.string().trim().min(1).max(500))
    .max(MEMORY_LIMITS.maxRejected)
    .default([])
    .describe('What was considered and not taken.'),
  paths: z
    .array(z.string().trim().min(1).max(MEMORY_LIMITS.maxPathChars))
    .max(10)
    .default([])
    .describe('Files it is about, from the root of the repository.'),
  url: url.optional(),
})
export type IncomingDraft = z.infer<typeof incomingDraftSchema>

const timestamp = momentSchema
  .optional()
  .describe(
    'When it happened. What is about the same and happened before something that was taken already changes nothing.',
  )

/** What a tool outside can send. */
export const incomingPayloadSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('outcome.build'), timestamp, data: incomingBuildSchema }),
  z.strictObject({ type: z.literal('outcome.deploy'), timestamp, data: incomingDeploySchema }),
  z.strictObject({ type: z.literal('outcome.incident'), timestamp, data: incomingIncidentSchema }),
  z.strictObject({ type: z.literal('outcome.review'), timestamp, data: reportPullRequestSchema }),
  z.strictObject({ type: z.literal('memory.draft'), timestamp, data: incomingDraftSchema }),
])
export type IncomingPayload = z.output<typeof incomingPayloadSchema>
export type IncomingType = IncomingPayload['type']

/** `taking`: it was begun, and not ended yet. */
export type IncomingEventState = 'taking' | 'done' | 'failed'

export const incomingEventSchema = z.object({
  id: z.string(),
  /** Its `webhook-id`. */
  message_id: z.string(),
  type: z.enum([
    'outcome.build',
    'outcome.deploy',
    'outcome.incident',
    'outcome.review',
    'memory.draft',
  ]),
  state: z.enum(['taking', 'done', 'failed']),
  /** What came of it, or why nothing did. */
  result: z.string().nullable(),
  received_at: z.string(),
})
export type IncomingEvent = z.infer<typeof incomingEventSchema>

/** The newest hundred. */
export const incomingEventListSchema = z.object({ items: z.array(incomingEventSchema) })

/** As a document that other tools read. */
export const incomingJsonSchema = (): object => ({
  ...z.toJSONSchema(incomingPayloadSchema, { io: 'input' }),
  title: 'What a tool sends to POST /v1/hooks/in/{id}',
})
