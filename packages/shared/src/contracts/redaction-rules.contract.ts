import { z } from 'zod'
import { timestampSchema } from './common.contract.ts'

/** A pattern of a team or a person, beside those every installation has. */
export const customRuleSchema = z.strictObject({
  /** Stands in the replacement, `[REDACTED:name]`. */
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be small letters, digits and dashes, 40 at most'),
  /** A regular expression of JavaScript, without looking around, referring back or repeating groups. */
  pattern: z.string().min(1).max(500),
  flags: z
    .string()
    .regex(/^(?!.*(.).*\1)[imsu]*$/, 'may hold i, m, s and u, each once')
    .optional(),
})
export type CustomRule = z.infer<typeof customRuleSchema>

/** Texts that are no secrets although a rule says so, such as the key of an example. */
const allowedTextSchema = z.string().min(4).max(500)

/** What stands in the file of a machine. */
export const customRulesSchema = z.strictObject({
  rules: z.array(customRuleSchema).max(100).default([]),
  allow: z.array(allowedTextSchema).max(500).default([]),
})
export type CustomRules = z.infer<typeof customRulesSchema>

/** What an admin sets: what is not named stays as it is. */
export const setRedactionRulesSchema = z
  .strictObject({
    rules: z.array(customRuleSchema).max(100).optional(),
    allow: z.array(allowedTextSchema).max(500).optional(),
  })
  .refine(({ rules, allow }) => rules !== undefined || allow !== undefined, {
    error:
      'must name `rules`, `allow` or both; what is not named stays as it is, and [] empties it',
  })
export type SetRedactionRules = z.infer<typeof setRedactionRulesSchema>

export const redactionRulesSchema = z.object({
  rules: z.array(customRuleSchema),
  allow: z.array(z.string()),
  /** Goes up with every change; zero where nobody set any. */
  version: z.number().int(),
  updated_at: timestampSchema.nullable(),
})
export type RedactionRules = z.infer<typeof redactionRulesSchema>
