import { costOf, fitWithin, type LeftOut } from '@teamlore/core'
import {
  asOfSchema,
  DISTILLED_KINDS,
  eachFilter,
  filterFacts,
  type GroupedHit,
  PRESENT_KINDS,
  type SearchQuery,
  type SearchResponse,
  searchScopeSchema,
} from '@teamlore/shared'
import { OBSERVATION_TYPES } from '@teamlore/shared/observation-types'
import { plural } from '@teamlore/shared/plural'
import { type Judged, judgedSchema, type Verdict } from '@teamlore/shared/verdicts'
import { z } from 'zod'
import { type Answer, roomFor, wholePage } from '../budget.ts'
import { frame } from '../quoting/frame.ts'
import { QUOTED } from '../quoting/quote.ts'
import { searchNotes } from '../search-notes.ts'
import { budgetInput, leftOutOutput, projectInput } from '../shared-input.ts'
import { defineTool } from '../tool.ts'
import { pieceOf, type Result, resultOutput, textOf, withoutShown } from './search-result.ts'

const TYPES = `${OBSERVATION_TYPES.join(', ')}; or ${PRESENT_KINDS.join(', ')}`

const filters = eachFilter((name) => {
  const { max, mcp } = filterFacts(name)
  return z.string().max(max).optional().describe(mcp.replace('{types}', TYPES))
})

const input = z.strictObject({
  query: z
    .string()
    .default('')
    .describe(
      'Specific words: identifiers, file names, an error text, or a question. Understands "phrase", AND, or, NOT (or -word). Without it: the newest findings and summaries that fit the rest.',
    ),
  scope: searchScopeSchema
    .default('all')
    .describe('session: only what was said; knowledge: only curated memories.'),
  ...filters,
  project: projectInput,
  grouped: z
    .boolean()
    .default(true)
    .describe('Each session once, by its best hit, with how many more it has. false: every hit.'),
  include_superseded: z
    .boolean()
    .default(false)
    .describe('Also what has been superseded or rejected since.'),
  as_of: asOfSchema
    .optional()
    .describe('What was known and held then: a date, or a commit by its hash.'),
  judge: z
    .boolean()
    .default(false)
    .describe(
      'Has the language model of the team say which of the first ten hits answer, with the words that do. Takes up to 3 s more, and costs the team money.',
    ),
  limit: z.int().min(1).max(50).default(10),
  cursor: z.string().max(500).optional().describe('next_cursor of the answer before, for more.'),
  budget_tokens: budgetInput(2_000),
})

type SearchScope = SearchQuery['scope']

const output = z.object({
  results: z.array(resultOutput).describe('Best first.'),
  left_out: leftOutOutput,
  next_cursor: z.string().nullable(),
  tokens: z.int().describe('About what this answer cost.'),
  nothing_known: z
    .boolean()
    .describe('True: nothing recorded shares a word with the query or is near it in meaning.'),
  judged: judgedSchema.optional().describe('With judge: whether there are verdicts, or why not.'),
  notes: z.array(z.string()),
})

export const searchTool = defineTool({
  name: 'lore_search',
  title: 'Search what the team knows',
  description: [
    "Searches the team's past coding sessions and what was distilled from them: decisions and their reasons, bug fixes,",
    'dead ends, prompts, tool output; and the memory files (CLAUDE.md, AGENTS.md) of its projects. Use it before changing',
    'unfamiliar code, when an error looks familiar, or when asked why something is as it is. Cheap first step of three:',
    '1. short hits here (about 150 tokens each), each with the cost of opening it; 2. lore_timeline, for what led to a hit',
    'and what came of it; 3. lore_get, for the few worth opening. Fewer, rarer words find more than whole sentences. Without',
    'a query: what is newest, say of one project.',
  ].join(' '),
  input,
  output,
  run: async (
    { useCases, scope, metrics, signal },
    { query, budget_tokens, grouped, ...filters },
  ) => {
    // Counted and not carried: the agent asks for those it wants.
    const group = grouped ? ({ group: 'session', more: 0 } as const) : {}
    const find = async (limit: number) => {
      const stop = metrics.searches.startTimer({ door: 'mcp' })
      const asked = { q: query, ...withDefaultType(query, filters), ...group, limit } as const
      const room = roomFor(filters.judge ? fitJudged : fitHits, budget_tokens)
      const found = await useCases.search(scope, asked, { room, ...(signal ? { signal } : {}) })
      stop()
      return fitHits(found, budget_tokens)
    }
    // A judged page is not asked for again, which would ask the model again, too.
    const answer = filters.judge
      ? (await find(filters.limit)).answer
      : await wholePage(find, filters.limit)
    const ids = answer.data.results.map(({ id }) => id)
    await useCases.noteMemoriesGiven(scope, { ids, door: 'search' })
    return answer
  },
})

/** The newest of everything would be messages alone; who asks for nothing wants to know what came of them. */
const withDefaultType = <F extends { type?: string | undefined; scope: SearchScope }>(
  query: string,
  filters: F,
): F =>
  query.trim() === '' && filters.type === undefined && filters.scope === 'all'
    ? { ...filters, type: DISTILLED_KINDS.join(',') }
    : filters

/** Words of other sides get the room that the hits leave, the best hits first: they push out nothing that was asked for. */
const fitHits = (found: SearchResponse, budget: number) => {
  const contradicted = found.items.filter(({ contradicted_by }) => contradicted_by !== undefined)
  const bare = fitSaying(found, budget, new Set())
  for (let most = contradicted.length; most > 0; most--) {
    const said = fitSaying(found, budget, new Set(contradicted.slice(0, most)))
    if (said.kept.length >= bare.kept.length) return said
  }
  return bare
}

/** A verdict of usual length, to keep room for before there are any. */
const EXPECTED: Verdict = { says: 'answers', quote: 'some ten words of the hit '.repeat(4) }

const fitJudged = (found: SearchResponse, budget: number) =>
  fitHits(
    {
      ...found,
      items: found.items.map((hit) => ({ ...hit, verdict: EXPECTED })),
      judged: {
        state: 'done',
        message: EXPECTED.quote ?? '',
        read: 10,
        answering: 10,
        none_answers: false,
      },
    },
    budget,
  )

const fitSaying = (found: SearchResponse, budget: number, saying: ReadonlySet<GroupedHit>) => {
  const notes = searchNotes(found, budget)
  return fitWithin({
    pieces: found.items.map((hit) => pieceOf(hit, saying.has(hit))),
    budget,
    mayskip: false,
    render: (results, _, leftOut) =>
      render(results, {
        leftOut,
        notes,
        nextCursor: found.next_cursor,
        nothingKnown: found.nothing_known ?? false,
        judged: found.judged,
      }),
  })
}

type Rest = {
  leftOut: LeftOut
  notes: string[]
  nextCursor: string | null
  nothingKnown: boolean
  judged: Judged | undefined
}

const render = (
  kept: readonly Result[],
  { leftOut, notes, nextCursor, nothingKnown, judged }: Rest,
): Answer<z.input<typeof output>> => {
  const shown = new Set(kept.map(({ id }) => id))
  const results = kept.map((result) => withoutShown(result, shown))
  const lines = [
    frame(
      'results',
      { note: QUOTED },
      results.map((result) => textOf(result, shown)),
    ),
    ...(judged === undefined ? [] : [`Verdict: ${judged.message}`]),
    ...notes.map((note) => `Note: ${note}`),
    ...tail(results.length, leftOut, nextCursor),
  ]
  const data = {
    results,
    left_out: leftOut,
    next_cursor: nextCursor,
    nothing_known: nothingKnown,
    ...(judged === undefined ? {} : { judged }),
    notes,
    tokens: 0,
  }
  const tokens = costOf({ text: lines.join('\n'), data }) + OWN_LINE
  return {
    text: [...lines, `This answer: about ${plural(tokens, 'token')}.`].join('\n'),
    data: { ...data, tokens },
  }
}

/** Tokens of the line that says what the answer cost. */
const OWN_LINE = 10

const tail = (shown: number, leftOut: LeftOut, nextCursor: string | null): string[] => {
  if (leftOut.count > 0)
    return [
      `${plural(leftOut.count, 'hit')} left out (about ${plural(leftOut.tokens, 'token')}): raise budget_tokens to see ${leftOut.count === 1 ? 'it' : 'them'}.`,
    ]
  if (nextCursor !== null)
    return [`${shown === 0 ? 'Nothing so far. ' : ''}More with cursor ${nextCursor}`]
  return shown === 0 ? ['Nothing found. Try fewer or other words, or without filters.'] : []
}
