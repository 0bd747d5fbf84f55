import { z } from 'zod'
import { codePathSchema } from './code.contract.ts'
import { asOfSchema, projectRefSchema } from './common.contract.ts'

export const WHY_LIMITS = {
  maxPaths: 100,
  maxBlamed: 50,
  minBudget: 200,
  maxBudget: 50_000,
} as const

export const whyFormatSchema = z.enum(['markdown', 'xml', 'json'])
export type WhyFormat = z.infer<typeof whyFormatSchema>

/** The paths of a question, one a line. */
export const pathsIn = (text: string): string[] => text.split('\n').filter((path) => path !== '')

const areCodePaths = (text: string): boolean => {
  const paths = pathsIn(text)
  const areMany = paths.length === 0 || paths.length > WHY_LIMITS.maxPaths
  return !areMany && paths.every((path) => codePathSchema.safeParse(path).success)
}

/** What git blames for lines of a range, `SHA:PRINT` each and commas between; of a line that is not committed the print alone. */
export const blamedLinesSchema = z
  .string()
  .regex(
    /^(?:(?:[0-9a-f]{7,64})?:(?:[0-9a-f]{16})?)(?:,(?:[0-9a-f]{7,64})?:(?:[0-9a-f]{16})?){0,49}$/,
    'must be what git blames for each line as SHA:PRINT, up to 50 with commas between',
  )
  .describe('For a range: what git blames for its lines, each `SHA:PRINT`, with commas between.')

/** Whether `end_line` closes a range that `line` begins. */
export const isLineRange = (range: {
  line?: number | undefined
  end_line?: number | undefined
}): boolean =>
  range.end_line === undefined || (range.line !== undefined && range.line <= range.end_line)

export const NO_LINE_RANGE =
  'must not be below `line`, which a range begins with; lines are counted from 1'

const whyFields = z.strictObject({
  project: z.string().min(1).max(2_000),
  /** One file, or several between line feeds, as of a diff. */
  path: z
    .string()
    .min(1)
    .max(WHY_LIMITS.maxPaths * 1_001)
    .refine((text) => areCodePaths(text), {
      message: `must be a path within the repository, or up to ${WHY_LIMITS.maxPaths} with line feeds between`,
    })
    .describe('Path of a file from the root of its project; several with line feeds between.'),
  line: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .describe('Line of the file, from 1; the first of a range with `end_line`.')
    .optional(),
  end_line: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .describe('The last line of a range that `line` begins.')
    .optional(),
  blamed: blamedLinesSchema.optional(),
  /** What git blames for the line; with it the answer names the session and the prompt behind it. */
  line_sha: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/)
    .describe('The commit that git blames for the line.')
    .optional(),
  line_print: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe('Fingerprint of the line: 16 hex digits of the sha256 of its trimmed text.')
    .optional(),
  /** What is about to be done there, one thing a line; where it resembles what was tried and given up, that comes first. */
  about: z
    .string()
    .max(4_000)
    .describe(
      'What is about to be done there; where it resembles what was tried and given up, that comes first.',
    )
    .optional(),
  as_of: asOfSchema
    .describe(
      'What held then, the code as it was, lorebooks as of it: a date, or a commit by its hash or id.',
    )
    .optional(),
  exact: z
    .stringbool()
    .or(z.boolean())
    .describe('true: no other path is taken in its place where nothing is known of it.')
    .optional(),
  budget_tokens: z.coerce
    .number()
    .int()
    .min(WHY_LIMITS.minBudget)
    .max(WHY_LIMITS.maxBudget)
    .default(1_500),
  format: whyFormatSchema.default('markdown'),
})
export const whyQuerySchema = whyFields.refine(isLineRange, {
  message: NO_LINE_RANGE,
  path: ['end_line'],
})
export type WhyQuery = z.output<typeof whyQuerySchema>

/** Why an entry bears on a file: the one best reason. */
export const whyReasonSchema = z.enum([
  'same_file',
  'parent_folder',
  'imported',
  'importer',
  'history',
  'line',
  'resembles',
  'named',
  'as_it_was',
])
export type WhyReason = z.infer<typeof whyReasonSchema>

export const whyResponseSchema = z.object({
  project: projectRefSchema,
  paths: z.array(z.string()),
  format: whyFormatSchema,
  text: z.string(),
  tokens: z.int(),
  budget_tokens: z.int(),
  /** What the text rests on, in its order. */
  included: z.array(
    z.object({
      id: z.string(),
      reason: whyReasonSchema,
      weight: z.number(),
      /** The file or folder through which it bears on the question. */
      via: z.string(),
    }),
  ),
  left_out: z.object({ count: z.int(), tokens: z.int() }),
  /** The time that was asked about; null: now. */
  as_of: z.string().nullable(),
  /** Where nothing is known of a path: one like it that is known. */
  suggestion: z.string().nullable(),
  /** All that were perhaps meant, the likeliest first. */
  suggestions: z.array(z.string()).optional(),
  /** Said of the path: that nothing is known under it, what was perhaps meant, or which other path this is of. */
  note: z.string().nullable().optional(),
})
export type WhyResponse = z.infer<typeof whyResponseSchema>
