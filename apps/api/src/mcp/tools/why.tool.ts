import { costOf } from '@teamlore/core'
import { asOfSchema } from '@teamlore/shared'
import { codePathSchema } from '@teamlore/shared/code'
import {
  blamedLinesSchema,
  isLineRange,
  NO_LINE_RANGE,
  type WhyResponse,
  whyFormatSchema,
  whyReasonSchema,
} from '@teamlore/shared/why'
import { z } from 'zod'
import type { Answer } from '../budget.ts'
import { frame } from '../quoting/frame.ts'
import { QUOTED, quoted } from '../quoting/quote.ts'
import { budgetInput, leftOutOutput } from '../shared-input.ts'
import { defineTool, ToolInputError } from '../tool.ts'

const input = z.strictObject({
  project: z.string().min(1).max(2_000).describe('Project: remote URL, name or id.'),
  path: codePathSchema.optional().describe('The file, from the top of the repository.'),
  paths: z
    .array(codePathSchema)
    .max(100)
    .optional()
    .describe('Instead: all files of a change, for a review.'),
  line: z.int().min(1).max(10_000_000).optional().describe('Line of `path` you ask about.'),
  end_line: z.int().min(1).max(10_000_000).optional().describe('Last line, for a range.'),
  line_sha: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/)
    .optional()
    .describe(
      'The commit that git blame names for that line; then its session and prompt are named.',
    ),
  line_print: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional()
    .describe('First 16 hex digits of the sha256 of the trimmed line.'),
  blamed: blamedLinesSchema.optional(),
  about: z
    .string()
    .max(4_000)
    .optional()
    .describe('What you are about to do there: you are warned if it was tried and given up.'),
  as_of: asOfSchema
    .optional()
    .describe('What held then, code and lorebooks as they were: a date or a commit.'),
  budget_tokens: budgetInput(1_500),
  format: whyFormatSchema.default('markdown'),
})

const output = z.object({
  why: z.string(),
  format: z.string(),
  included: z
    .array(
      z.object({ id: z.string(), reason: whyReasonSchema, weight: z.number(), via: z.string() }),
    )
    .describe('What the answer rests on; lore_get opens it.'),
  suggestion: z.string().nullable().describe('A path that was perhaps meant.'),
  note: z.string().nullable().describe('Said of the path that you asked for.'),
  left_out: leftOutOutput,
})
type Output = z.input<typeof output>

const MIN_BUDGET = 200
const ATTEMPTS = 5

export const whyTool = defineTool({
  name: 'lore_why',
  title: 'Ask why code is as it is',
  description: [
    'What the team knows of a file before you change it: decisions, invariants and pitfalls about it, its folder, what it imports',
    'and what imports it; what was tried there and taken back; which prompts shaped it. Best first, each with the reason why it',
    'bears on the file. What was replaced comes last and is marked. Costs at most budget_tokens (1,500 by default).',
  ].join(' '),
  input,
  output,
  run: async (
    { useCases, scope },
    { project, path, paths, about, as_of, budget_tokens, format, ...lines },
  ) => {
    const asked = path === undefined ? (paths ?? []) : [path]
    if (asked.length === 0) throw new ToolInputError('Name the file in path, or several in paths.')
    if (!isLineRange(lines)) throw new ToolInputError(`end_line ${NO_LINE_RANGE}.`)
    let budget = budget_tokens
    for (let attempt = 1; ; attempt++) {
      const why = await useCases.getWhy(scope, {
        project,
        path: asked.join('\n'),
        budget_tokens: budget,
        format,
        about,
        as_of,
        ...lines,
      })
      const answer = render(why, attempt < ATTEMPTS)
      const over = costOf(answer) - budget_tokens
      if (over <= 0 || budget === MIN_BUDGET || attempt === ATTEMPTS) {
        await useCases.noteMemoriesGiven(scope, {
          ids: why.included.map(({ id }) => id),
          door: 'why',
        })
        return answer
      }
      // The text kept to its budget; the frame, its spelling as JSON and the list of what it rests on went beyond.
      budget = Math.max(MIN_BUDGET, budget - over)
    }
  },
})

const render = (why: WhyResponse, withList: boolean): Answer<Output> => {
  const text = quoted(why.text)
  return {
    text: frame('why', { note: QUOTED }, [text]),
    data: {
      why: text,
      format: why.format,
      included: withList ? why.included : [],
      suggestion: why.suggestion,
      note: why.note ?? null,
      left_out: why.left_out,
    },
  }
}
