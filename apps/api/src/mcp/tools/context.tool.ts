import { costOf } from '@teamlore/core'
import type { ContextResponse } from '@teamlore/shared'
import { briefBudget } from '@teamlore/shared/model-windows'
import { z } from 'zod'
import type { Answer } from '../budget.ts'
import { frame } from '../quoting/frame.ts'
import { QUOTED, quoted } from '../quoting/quote.ts'
import { budgetInput, leftOutOutput } from '../shared-input.ts'
import { defineTool } from '../tool.ts'

const input = z.strictObject({
  project: z
    .string()
    .max(2_000)
    .optional()
    .describe('Project you work on: remote URL, name or id. Without it: recent work of the team.'),
  query: z.string().optional().describe('What you are about to do; what bears on it comes first.'),
  files: z.array(z.string().max(4_096)).max(100).optional().describe('Paths you are working on.'),
  session: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe(
      'Your own session, after its conversation was shortened: where it stands comes first. Its id here, or the name your tool gives it.',
    ),
  model: z
    .string()
    .max(200)
    .optional()
    .describe('The model you are: a small one gets a smaller brief.'),
  budget_tokens: budgetInput(1_500),
  format: z.enum(['markdown', 'xml']).default('markdown'),
})

const output = z.object({
  brief: z.string(),
  format: z.string(),
  included: z
    .array(z.object({ id: z.string(), kind: z.string(), tokens: z.int() }))
    .describe('What the brief rests on; lore_get opens it.'),
  left_out: leftOutOutput.extend({
    named: z
      .array(z.object({ id: z.string(), title: z.string() }))
      .describe('The first of it; lore_get opens it.'),
  }),
})
type Output = z.input<typeof output>

/** The least a brief may be asked for. */
const MIN_BRIEF = 100
const ATTEMPTS = 4

export const contextTool = defineTool({
  name: 'lore_context',
  title: 'Get a brief before starting',
  description: [
    'A brief of what the team knows that bears on your task: recent work in the project, decisions, pitfalls, what was left',
    'to do. Call it once when you begin, with the project and, if you know them, the task and files. Costs at most',
    'budget_tokens (1,500 by default). After your conversation was shortened, call it with your session: it says what was asked,',
    'what you changed, what was decided and what is open. For a particular question later on, use lore_search.',
  ].join(' '),
  input,
  output,
  run: async ({ useCases, scope, signal }, input) => {
    const { format } = input
    const asking = questionOf(input)
    const budget_tokens = briefBudget(input).budget
    const frame = costOf(render({ ...EMPTY, format }, true))
    let ask = budget_tokens - frame
    let brief: ContextResponse = { ...EMPTY, format }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const asked = { ...asking, budget_tokens: Math.max(MIN_BRIEF, ask), format }
      brief = await useCases.getContext(scope, asked, {
        isAtStart: true,
        ...(signal ? { signal } : {}),
      })
      const answer = render(brief, true)
      const over = costOf(answer) - budget_tokens
      if (over <= 0) return answer
      // The brief kept to its budget; the frame and the list of what it rests on went beyond.
      ask -= over
    }
    return withoutList(brief, budget_tokens)
  },
})

/** What is asked of the brief, as far as it was given. */
const questionOf = ({ project, query, files, session, model }: z.infer<typeof input>) => ({
  ...(project === undefined ? {} : { project }),
  ...(query === undefined ? {} : { q: query }),
  ...(session === undefined ? {} : { session }),
  ...(model === undefined ? {} : { model }),
  ...(files === undefined || files.length === 0 ? {} : { files: files.join(',') }),
})

const EMPTY: ContextResponse = {
  format: 'markdown',
  text: '',
  tokens: 0,
  budget_tokens: 0,
  included: [],
  left_out: { count: 0, tokens: 0, named: [] },
  notes: [],
}

const withoutList = (brief: ContextResponse, budget: number): Answer<Output> => {
  const answer = render(brief, false)
  if (costOf(answer) <= budget) return answer
  const leftOut = {
    count: brief.included.length + brief.left_out.count,
    tokens: brief.tokens + brief.left_out.tokens,
    named: [],
  }
  return render({ ...EMPTY, format: brief.format, left_out: leftOut }, true)
}

const render = (brief: ContextResponse, withList: boolean): Answer<Output> => {
  const text = quoted(brief.text)
  return {
    text: [
      frame('context', { note: QUOTED }, [text === '' ? 'Nothing that fits.' : text]),
      ...(brief.left_out.count === 0
        ? []
        : [`${brief.left_out.count} more left out: raise budget_tokens, or ask lore_search.`]),
    ].join('\n'),
    data: {
      brief: text,
      format: brief.format,
      included: withList ? brief.included : [],
      left_out: brief.left_out,
    },
  }
}
