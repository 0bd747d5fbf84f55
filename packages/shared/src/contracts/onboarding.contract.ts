import { z } from 'zod'
import { projectRefSchema } from './common.contract.ts'

const project = z.string().min(1).max(300).describe('Id, name or remote URL of a project.')

export const scoreQuerySchema = z.strictObject({
  project,
  limit: z.coerce.number().int().min(1).max(200).default(30).describe('So many folders.'),
})
export type ScoreQuery = z.output<typeof scoreQuerySchema>

const shareSchema = z.number().min(0).max(1)

export const scoreSchema = z.object({
  project: projectRefSchema,
  /** Of 100: the mean of the three shares; null where there is nothing to score. */
  score: z.int().nullable(),
  /** Of the files that are known, how many lie in a folder that a memory is about. */
  coverage: shareSchema,
  /** Of the memories, how many nobody calls stale and whose code is as it was. */
  freshness: shareSchema,
  /** How much stands behind a memory: a reason, a second piece of evidence, a person who reviewed it; each a third. */
  depth: shareSchema,
  files: z.int(),
  memories: z.int(),
  stale: z.int(),
  /** Memories that name no code. */
  unanchored: z.int(),
  /** Those with the most files first. */
  folders: z.array(
    z.object({
      folder: z.string(),
      files: z.int(),
      memories: z.int(),
      stale: z.int(),
      depth: shareSchema,
    }),
  ),
  folders_left_out: z.int(),
})
export type Score = z.infer<typeof scoreSchema>

export const ONBOARDING_SECTIONS = [
  'about',
  'decisions',
  'gotchas',
  'people',
  'work',
  'threads',
] as const

export const onboardingQuerySchema = z.strictObject({
  project,
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(730)
    .default(30)
    .describe('How far back recent work, open threads and who works on what go.'),
  budget_tokens: z.coerce
    .number()
    .int()
    .min(200)
    .max(20_000)
    .default(1_500)
    .describe(
      'The text holds at most this many tokens; whole entries that would not fit are counted.',
    ),
})
export type OnboardingQuery = z.output<typeof onboardingQuerySchema>

export const onboardingSchema = z.object({
  project: projectRefSchema,
  days: z.int(),
  /** The whole of it, as Markdown. */
  text: z.string(),
  tokens: z.int(),
  budget_tokens: z.int(),
  sections: z.array(
    z.object({
      name: z.enum(ONBOARDING_SECTIONS),
      title: z.string(),
      /** `id`: what it rests on, which can be opened. */
      entries: z.array(z.object({ id: z.string().nullable(), text: z.string() })),
      left_out: z.int(),
    }),
  ),
})
export type Onboarding = z.infer<typeof onboardingSchema>
