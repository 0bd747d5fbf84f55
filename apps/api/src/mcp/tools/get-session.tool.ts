import { z } from 'zod'
import type { Answer } from '../budget.ts'
import { overviewOutput, overviewWithin } from '../session-overview.ts'
import { transcriptOutput, transcriptWithin } from '../session-transcript.ts'
import { budgetInput } from '../shared-input.ts'
import { defineTool, type ToolContext } from '../tool.ts'

const input = z.strictObject({
  id: z.string().min(8).max(60).describe('Id of the session (ses_…) or a unique prefix.'),
  view: z
    .enum(['overview', 'transcript'])
    .default('overview')
    .describe(
      'overview: what was asked, learned, done and changed. transcript: the messages themselves.',
    ),
  prompts_only: z.boolean().default(false).describe('Of the transcript, only what people asked.'),
  from: z.string().max(60).optional().describe('Of the transcript: message to start at.'),
  cursor: z.string().max(500).optional().describe('Of the transcript: next_cursor to go on from.'),
  budget_tokens: budgetInput(4_000),
})
type Input = z.output<typeof input>

const output = z.object({
  overview: overviewOutput.nullable(),
  transcript: transcriptOutput.nullable(),
})
type Output = z.input<typeof output>

const PREVIEW_CHARS = 1_200
const MESSAGES_A_PAGE = 100
const MOST = 200

export const getSessionTool = defineTool({
  name: 'lore_get_session',
  title: 'Read a session',
  description: [
    'Reads one session. Begin with the overview (request, learned, completed, next steps for each prompt, findings, files',
    'changed); take view "transcript" for the words themselves, with from or cursor to go on. Long texts are shortened',
    'there and say so; lore_get opens a message whole.',
  ].join(' '),
  input,
  output,
  run: (context, args) =>
    args.view === 'overview' ? overview(context, args) : transcript(context, args),
})

const overview = async (
  { useCases, scope }: ToolContext,
  { id, budget_tokens }: Input,
): Promise<Answer<Output>> => {
  const session = await useCases.getSession(scope, { id })
  const ofSession = { session: session.id, limit: MOST }
  const [summaries, observations] = await Promise.all([
    useCases.listSummaries(scope, ofSession),
    useCases.listObservations(scope, ofSession),
  ])
  const { text, data } = overviewWithin(
    {
      session,
      summaries: summaries.items,
      observations: observations.items,
      hasMore: summaries.next_cursor !== null || observations.next_cursor !== null,
    },
    budget_tokens - WRAPPER,
  )
  return { text, data: { overview: data, transcript: null } }
}

/** Tokens of the two keys around the parts. */
const WRAPPER = 12

const transcript = async (
  { useCases, scope }: ToolContext,
  { id, from, cursor, prompts_only, budget_tokens }: Input,
): Promise<Answer<Output>> => {
  const page = await useCases.listMessages(scope, {
    session_id: id,
    limit: MESSAGES_A_PAGE,
    preview_chars: PREVIEW_CHARS,
    ...(from === undefined ? {} : { around: from }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(prompts_only ? { kind: 'human' as const } : {}),
  })
  const { text, data } = transcriptWithin(page, budget_tokens - WRAPPER)
  return { text, data: { overview: null, transcript: data } }
}
