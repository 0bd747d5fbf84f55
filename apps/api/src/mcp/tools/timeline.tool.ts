import { fitWithin, type LeftOut, linesWithin, type Piece } from '@teamlore/core'
import { type TimelineItem, type TimelineResponse, timelineKindSchema } from '@teamlore/shared'
import { plural } from '@teamlore/shared/plural'
import { z } from 'zod'
import type { Answer } from '../budget.ts'
import { openCost } from '../open-cost.ts'
import { frame } from '../quoting/frame.ts'
import { dotted, label, QUOTED, quotedLine } from '../quoting/quote.ts'
import { budgetInput, leftOutOutput, projectInput } from '../shared-input.ts'
import { defineTool, ToolInputError } from '../tool.ts'

const MAX_SIDE = 50

const input = z.strictObject({
  around: z
    .string()
    .min(8)
    .max(60)
    .optional()
    .describe('Id to look around: msg_…, obs_…, sum_… or ses_…, whole or a unique prefix.'),
  query: z
    .string()
    .min(1)
    .optional()
    .describe('Instead of an id: words as for lore_search; the best hit is taken.'),
  at: z.string().max(40).optional().describe('Instead of an id: a moment, such as 2026-03-04.'),
  before: z.int().min(0).max(MAX_SIDE).default(8).describe('Entries before it, at most.'),
  after: z.int().min(0).max(MAX_SIDE).default(8).describe('Entries after it, at most.'),
  kinds: z
    .array(timelineKindSchema)
    .max(10)
    .optional()
    .describe(
      'Only these kinds. Without "message" the same number of entries reaches much further.',
    ),
  within: z
    .enum(['project', 'session', 'team'])
    .optional()
    .describe('Where to look: the same project (default), the same session, or everything.'),
  project: projectInput,
  budget_tokens: budgetInput(2_000),
})

const entryOutput = z.object({
  id: z.string(),
  kind: z.string(),
  type: z.string().nullable(),
  title: z.string(),
  at: z.string().nullable(),
  author: z.string().nullable(),
  tool: z.string().nullable(),
  session_id: z.string().nullable(),
  is_anchor: z.boolean(),
  open_tokens: z.int().describe('What lore_get of this id costs.'),
})
type Entry = z.output<typeof entryOutput>

const output = z.object({
  entries: z.array(entryOutput).describe('Oldest first.'),
  left_out: leftOutOutput,
  has_earlier: z.boolean(),
  has_later: z.boolean(),
  notes: z.array(z.string()),
})

export const timelineTool = defineTool({
  name: 'lore_timeline',
  title: 'See what happened around something',
  description: [
    'What happened before and after a hit: prompts, messages, findings, summaries and sessions of the same project in time',
    'order. The step between lore_search and lore_get: find one hit, see what led to it and what came of it, then open the',
    'few entries worth it. About 85 tokens an entry, each with the cost of opening it. Give one of around, query, at.',
  ].join(' '),
  input,
  output,
  run: async ({ useCases, scope, signal }, args) => {
    const { around, query, at, before, after, kinds, within, project, budget_tokens } = args
    if ([around, query, at].filter((one) => one !== undefined).length !== 1)
      throw new ToolInputError('Give exactly one of around (an id), query (words) and at (a date).')
    const found = await useCases.getTimeline(
      scope,
      {
        before,
        after,
        ...(around === undefined ? {} : { around }),
        ...(query === undefined ? {} : { q: query }),
        ...(at === undefined ? {} : { at }),
        ...(kinds === undefined || kinds.length === 0 ? {} : { kinds: kinds.join(',') }),
        ...(within === undefined ? {} : { within }),
        ...(project === undefined ? {} : { project }),
      },
      signal ? { signal } : {},
    )
    return fitEntries(found, budget_tokens)
  },
})

type Placed = Entry & { place: number }

const fitEntries = (found: TimelineResponse, budget: number): Answer<z.input<typeof output>> => {
  const notes = linesWithin(found.notes.map(quotedLine), budget / 4)
  const middle = middleOf(found)
  return fitWithin({
    // Nearest first, since that is what a budget should keep.
    pieces: found.items
      .map((item, place) => pieceOf(item, place, found.anchor.id))
      .toSorted((a, b) => Math.abs(a.data.place - middle) - Math.abs(b.data.place - middle)),
    budget,
    mayskip: false,
    render: (entries, texts, leftOut) => render(found, entries, texts, leftOut, notes),
  }).answer
}

const middleOf = ({ items, anchor }: TimelineResponse): number => {
  const own = items.findIndex(({ id }) => id === anchor.id)
  if (own !== -1) return own
  const later = items.findIndex(({ at }) => (at ?? '') >= (anchor.at ?? ''))
  return later === -1 ? items.length : later
}

const pieceOf = (item: TimelineItem, place: number, anchorId: string | null): Piece<Placed> => {
  const data: Placed = {
    id: item.id,
    kind: item.kind,
    type: item.type,
    title: label(item.title),
    // To the minute: what stands beside each other often happened on one day.
    at: item.at?.slice(0, 16) ?? null,
    author: item.author && label(item.author.name),
    tool: item.tool,
    session_id: item.session_id,
    is_anchor: item.id === anchorId,
    open_tokens: openCost(item),
    place,
  }
  const head = dotted(
    data.id,
    data.type ?? data.kind,
    data.at,
    data.author,
    data.tool,
    `opens for ${plural(data.open_tokens, 'token')}`,
  )
  return { text: `${data.is_anchor ? '>> ' : ''}${head}\n  ${data.title}`, data }
}

const render = (
  { anchor, has_earlier, has_later }: TimelineResponse,
  entries: readonly Placed[],
  texts: readonly string[],
  leftOut: LeftOut,
  notes: string[],
): Answer<z.input<typeof output>> => {
  const inOrder = entries
    .map((entry, index) => ({ entry, text: texts[index] ?? '' }))
    .toSorted((a, b) => a.entry.place - b.entry.place)
  return {
    text: [
      frame(
        'timeline',
        { note: QUOTED },
        inOrder.map(({ text }) => text),
      ),
      ...notes.map((note) => `Note: ${note}`),
      // Where nothing was found to look around, the notes say so.
      ...(entries.length === 0 && leftOut.count === 0 && anchor.at !== null
        ? ['Nothing here.']
        : []),
      ...(leftOut.count === 0
        ? []
        : [
            `${plural(leftOut.count, 'farther entry', 'farther entries')} left out (about ${plural(leftOut.tokens, 'token')}): raise budget_tokens.`,
          ]),
    ].join('\n'),
    data: {
      entries: inOrder.map(({ entry: { place: _, ...entry } }) => entry),
      left_out: leftOut,
      has_earlier,
      has_later,
      notes,
    },
  }
}
