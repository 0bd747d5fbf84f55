import { z } from 'zod'
import { timestampSchema } from './common.contract.ts'

export const usageQuerySchema = z.strictObject({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe('How many days back the sums reach.'),
  calls: z.coerce
    .number()
    .int()
    .min(0)
    .max(200)
    .default(50)
    .describe('How many of the newest calls are listed.'),
})
export type UsageQuery = z.infer<typeof usageQuerySchema>

const money = z.number().nullable().describe('US dollars; null where the price is not known')

const spentSchema = z.object({
  input_tokens: z.number(),
  output_tokens: z.number(),
  usd: money,
})

const usageSumSchema = spentSchema.extend({
  /** A day of UTC, `2026-03-02`. */
  day: z.string(),
  purpose: z.string(),
  model: z.string(),
  calls: z.number().int(),
  failed: z.number().int(),
})

const usageCallSchema = spentSchema.extend({
  id: z.string(),
  /** Null where the session is gone, is not yours to see, or where an own agent was asked about several (`agent-cli`). */
  session: z.object({ id: z.string(), title: z.string().nullable() }).nullable(),
  purpose: z.string(),
  provider: z.string(),
  model: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  /** Why it failed, in one word. */
  reason: z.string().nullable(),
  created_at: timestampSchema,
})
export type UsageCall = z.infer<typeof usageCallSchema>

export const usageSettingsSchema = z.object({
  /** False: no language model is asked for this team. */
  enabled: z.boolean(),
  daily_usd: z.number(),
  daily_tokens: z.number(),
  /** Whether the team set the caps itself; else they are those of the server. */
  own_usd: z.boolean(),
  own_tokens: z.boolean(),
})

export const usageSchema = z.object({
  /** The model that the server asks; null where none is set up. */
  model: z.object({ provider: z.string(), name: z.string() }).nullable(),
  settings: usageSettingsSchema,
  /** Since midnight UTC, with what is set aside for calls that run. */
  today: z.object({ tokens: z.number(), usd: z.number() }),
  /** Whether calls rest because the last ones all failed. */
  resting: z.boolean(),
  sums: z.array(usageSumSchema),
  calls: z.array(usageCallSchema),
})
export type TeamUsage = z.infer<typeof usageSchema>

/** What is not named stays as it is; null goes back to the cap of the server. */
export const setUsageSettingsSchema = z
  .strictObject({
    enabled: z.boolean().optional(),
    daily_usd: z.number().min(0).max(100_000).nullable().optional(),
    daily_tokens: z.number().int().min(0).max(1_000_000_000_000).nullable().optional(),
    ask_again: z
      .literal(true)
      .describe('Asks the model again at once, although its last calls all failed.')
      .optional(),
  })
  .refine((set) => Object.values(set).some((value) => value !== undefined), {
    error:
      'must name `enabled`, `daily_usd`, `daily_tokens` or `ask_again`; what is not named stays as it is',
  })
export type SetUsageSettings = z.infer<typeof setUsageSettingsSchema>
