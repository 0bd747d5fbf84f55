import { fitWithin, type LeftOut, type Piece } from '@teamlore/core'
import {
  type ListTotal,
  listSessionsQuerySchema,
  type SearchSessionsResponse,
  type Session,
} from '@teamlore/shared'
import { plural } from '@teamlore/shared/plural'
import { z } from 'zod'
import { type Answer, roomFor, wholePage } from '../budget.ts'
import { openCost } from '../open-cost.ts'
import { frame } from '../quoting/frame.ts'
import { day, dotted, label, QUOTED, quotedLine } from '../quoting/quote.ts'
import { searchNotes } from '../search-notes.ts'
import { budgetInput, leftOutOutput, projectInput } from '../shared-input.ts'
import { defineTool, type ToolContext, ToolInputError } from '../tool.ts'

const optionalText = (max: number, description: string) =>
  z.string().max(max).optional().describe(description)

const input = z.strictObject({
  query: z
    .string()
    .optional()
    .describe(
      'Only sessions in which this was said or done, best first; words as for lore_search.',
    ),
  project: projectInput,
  author: optionalText(200, 'Only sessions of this person.'),
  tool: optionalText(40, 'Only sessions of this coding tool, such as claude-code.'),
  branch: optionalText(500, 'Only sessions on this git branch.'),
  started_by: z
    .enum(['person', 'program', 'anyone'])
    .optional()
    .describe(
      'Without a query: who started them. Left out, sessions that a program started are not listed.',
    ),
  title: optionalText(200, 'Only sessions whose title contains this.'),
  tag: optionalText(50, 'Only sessions that people marked with this tag.'),
  after: optionalText(40, 'Only at or after this ISO date.'),
  before: optionalText(40, 'Only before this ISO date.'),
  limit: z.int().min(1).max(100).default(20),
  cursor: optionalText(500, 'next_cursor of the answer before, for more.'),
  budget_tokens: budgetInput(2_000),
})

const sessionOutput = z.object({
  id: z.string(),
  title: z.string(),
  project: z.string().nullable(),
  author: z.string(),
  tool: z.string(),
  kind: z.string(),
  branch: z.string().nullable(),
  date: z.string().nullable(),
  messages: z.int(),
  observations: z.int(),
  said: z.string().nullable().describe('Of a query: the words that fit best.'),
  open_tokens: z.int().nullable().describe('Of a query: what lore_get of this id costs.'),
})
type Row = z.output<typeof sessionOutput>

const output = z.object({
  sessions: z
    .array(sessionOutput)
    .describe('Most recently active first; by how well they fit where there is a query.'),
  left_out: leftOutOutput,
  next_cursor: z.string().nullable(),
  total: z
    .int()
    .nullable()
    .describe('How many these filters leave, counted up to 10000; null with query or cursor.'),
  notes: z.array(z.string()),
})

type Output = z.input<typeof output>

export const listSessionsTool = defineTool({
  name: 'lore_list_sessions',
  title: 'List sessions',
  description: [
    "Lists the team's coding sessions, the most recently active first: who worked on what, when, on which branch. Use it to",
    'see what happened lately in a project, or to find a session to read with lore_get_session. About 60 tokens a session.',
    'With query: the sessions in which something was said or done. To find the very place, use lore_search instead.',
  ].join(' '),
  input,
  output,
  run: async (context, { query, ...args }) =>
    query === undefined || query.trim() === '' ? list(context, args) : search(context, query, args),
})

type Filters = Omit<z.output<typeof input>, 'query'>

const search = (
  { useCases, scope, signal }: ToolContext,
  q: string,
  { budget_tokens, title, started_by: _, ...filters }: Filters,
): Promise<Answer<Output>> => {
  if (title !== undefined)
    throw new ToolInputError('Give either query or title: a query looks into titles too.')
  const find = async (limit: number) => {
    const asked = { q, scope: 'all', include_superseded: false, ...filters, limit } as const
    const room = roomFor(fitFound, budget_tokens)
    const options = { room, ...(signal ? { signal } : {}) }
    return fitFound(await useCases.searchSessions(scope, asked, options), budget_tokens)
  }
  return wholePage(find, filters.limit)
}

const fitFound = (found: SearchSessionsResponse, budget: number) => {
  const pieces = found.items.map(({ session, best, tokens }) =>
    pieceOf(session, { said: quotedLine(best.snippet.text), tokens }),
  )
  const notes = searchNotes(found, budget)
  return fitPage(pieces, { nextCursor: found.next_cursor, total: null, notes }, budget)
}

const list = (
  { useCases, scope }: ToolContext,
  { budget_tokens, ...filters }: Filters,
): Promise<Answer<Output>> => {
  const query = listSessionsQuerySchema.safeParse(filters)
  if (!query.success) throw new ToolInputError(sentenceOf(query.error))
  const find = async (limit: number) => {
    const page = await useCases.listSessions(scope, { ...query.data, limit })
    const pieces = page.items.map((session) => pieceOf(session))
    const rest = { nextCursor: page.next_cursor, total: page.total, notes: [] }
    return fitPage(pieces, rest, budget_tokens)
  }
  return wholePage(find, query.data.limit)
}

const sentenceOf = (error: z.ZodError): string =>
  error.issues
    .map(({ path }) =>
      path[0] === 'after' || path[0] === 'before'
        ? `${String(path[0])} must be an ISO date such as 2026-03-04, or a date and time such as 2026-03-04T05:06:07Z.`
        : `${path.join('.')} is not valid.`,
    )
    .join(' ')

type Rest = { nextCursor: string | null; total: ListTotal | null; notes: string[] }

const fitPage = (pieces: readonly Piece<Row>[], rest: Rest, budget: number) =>
  fitWithin({
    pieces,
    budget,
    mayskip: false,
    render: (rows, texts, leftOut) => render(rows, texts, leftOut, rest),
  })

/** Where it was found by a query: the words that fit best, and what opening it costs. */
type Found = { said: string; tokens: number }

const pieceOf = (session: Session, found?: Found): Piece<Row> => {
  const data: Row = {
    id: session.id,
    title: label(session.title),
    project: session.project && label(session.project.name),
    author: label(session.author.name),
    tool: session.tool,
    kind: session.kind,
    branch: session.git_branch && label(session.git_branch),
    date: day(session.ended_at ?? session.started_at),
    messages: session.counts.messages,
    observations: session.counts.observations,
    said: found?.said ?? null,
    open_tokens:
      found === undefined ? null : openCost({ title: session.title, tokens: found.tokens }),
  }
  const head = dotted(
    data.id,
    data.date,
    data.author,
    data.project,
    data.branch,
    data.tool,
    data.kind === 'main' ? null : data.kind,
    plural(data.messages, 'message'),
    data.open_tokens === null ? null : `opens for ${plural(data.open_tokens, 'token')}`,
  )
  const lines = [head, data.title, ...(data.said === null ? [] : [data.said])]
  return { text: lines.join('\n  '), data }
}

const render = (
  rows: readonly Row[],
  texts: readonly string[],
  leftOut: LeftOut,
  { nextCursor, total, notes }: Rest,
): Answer<Output> => ({
  text: [
    frame('sessions', { note: QUOTED }, texts),
    ...notes.map((note) => `Note: ${note}`),
    ...tail(rows.length, leftOut, { nextCursor, total }),
  ].join('\n'),
  data: {
    sessions: [...rows],
    left_out: leftOut,
    next_cursor: nextCursor,
    total: total?.value ?? null,
    notes,
  },
})

const tail = (
  shown: number,
  leftOut: LeftOut,
  { nextCursor, total }: Pick<Rest, 'nextCursor' | 'total'>,
): string[] => {
  const isEmpty = shown === 0 && leftOut.count === 0
  if (isEmpty && nextCursor === null) return ['No sessions like that. Try fewer filters.']
  const lines =
    nextCursor === null
      ? []
      : [`${isEmpty ? 'None so far. ' : shareText(shown, total)}More with cursor ${nextCursor}`]
  if (leftOut.count > 0) lines.push(`${leftOut.count} left out: raise budget_tokens.`)
  return lines
}

const shareText = (shown: number, total: ListTotal | null): string =>
  total === null
    ? ''
    : `${shown} of ${total.relation === 'at_least' ? `${total.value} or more sessions` : plural(total.value, 'session')}. `
