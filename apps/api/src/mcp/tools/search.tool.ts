import { costOf, fitWithin, type LeftOut, type Piece } from '@teamlore/core'
import {
  afterTitle,
  asOfSchema,
  DISTILLED_KINDS,
  eachFilter,
  filterFacts,
  type GroupedHit,
  MATCH_IN_WORDS,
  MATCHES,
  PRESENT_KINDS,
  type SearchQuery,
  type SearchResponse,
  searchScopeSchema,
} from '@teamlore/shared'
import { otherSideSentence } from '@teamlore/shared/memory-standing'
import { OBSERVATION_TYPES } from '@teamlore/shared/observation-types'
import { plural } from '@teamlore/shared/plural'
import { z } from 'zod'
import { type Answer, roomFor, wholePage } from '../budget.ts'
import { openCost } from '../open-cost.ts'
import { frame } from '../quoting/frame.ts'
import { day, dotted, label, QUOTED, quotedLine } from '../quoting/quote.ts'
import { searchNotes } from '../search-notes.ts'
import { budgetInput, leftOutOutput, projectInput } from '../shared-input.ts'
import { defineTool } from '../tool.ts'

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
  limit: z.int().min(1).max(50).default(10),
  cursor: z.string().max(500).optional().describe('next_cursor of the answer before, for more.'),
  budget_tokens: budgetInput(2_000),
})

const resultOutput = z.object({
  id: z.string(),
  kind: z.string(),
  type: z.string().nullable(),
  title: z.string(),
  snippet: z.string().describe('Goes on where the title ends, or empty where that says it all.'),
  date: z.string().nullable(),
  author: z.string().nullable(),
  project: z.string().nullable(),
  session_id: z.string().nullable(),
  more_in_session: z.int().describe('Further hits of its session; `session` shows them.'),
  status: z
    .string()
    .describe('unreviewed: a memory that passed the checks and that nobody has reviewed yet.'),
  touched: z.array(z.string()).describe('Of a file asked for: what was done to it.'),
  changed: z
    .array(z.string())
    .describe(
      'Of a memory: what it rests on that was replaced since. Check whether it still holds.',
    ),
  contradicted_by: z
    .array(
      z.object({
        id: z.string(),
        statement: z.string().nullable().describe('Null: a result itself, or no room for it.'),
        since: z.string(),
      }),
    )
    .describe('Of a memory: what holds and contradicts it. Nobody has decided: name both sides.'),
  open_tokens: z.int().describe('What lore_get of this id costs.'),
  match: z
    .enum(MATCHES)
    .nullable()
    .describe(
      'What it has of the question, no verdict on whether it answers; null without a query.',
    ),
  repeats: z.int().describe('Older entries that say the same, for which it stands.'),
})
type Result = z.output<typeof resultOutput>
type SearchScope = SearchQuery['scope']

const output = z.object({
  results: z.array(resultOutput).describe('Best first.'),
  left_out: leftOutOutput,
  next_cursor: z.string().nullable(),
  tokens: z.int().describe('About what this answer cost.'),
  nothing_known: z
    .boolean()
    .describe('True: nothing recorded shares a word with the query or is near it in meaning.'),
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
      const room = roomFor(fitHits, budget_tokens)
      const found = await useCases.search(scope, asked, { room, ...(signal ? { signal } : {}) })
      stop()
      return fitHits(found, budget_tokens)
    }
    return wholePage(find, filters.limit)
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
      }),
  })
}

const pieceOf = (hit: GroupedHit, saysOtherSides: boolean): Piece<Result> => {
  const title = label(hit.title)
  const snippet = quotedLine(afterTitle(hit).text)
  const data: Result = {
    id: hit.id,
    kind: hit.kind,
    type: hit.type,
    title,
    snippet,
    date: day(hit.occurred_at),
    author: hit.author && label(hit.author.name),
    project: hit.project && label(hit.project.name),
    session_id: hit.session_id,
    more_in_session: hit.more_in_session?.count ?? 0,
    status: hit.status,
    touched: (hit.touched ?? []).map(({ path, how }) => label(`${how} ${path}`)),
    changed: (hit.changed ?? []).map(label),
    contradicted_by: (hit.contradicted_by ?? []).map(({ id, statement, since }) => ({
      id,
      statement: saysOtherSides ? label(statement) : null,
      since: since.slice(0, 10),
    })),
    open_tokens: openCost(hit),
    match: hit.match ?? null,
    repeats: hit.repeats?.length ?? 0,
  }
  return { text: textOf(data), data }
}

const textOf = (data: Result, shown?: ReadonlySet<string>): string => {
  const status = data.status === 'current' ? null : data.status.toUpperCase()
  const head = dotted(
    data.id,
    data.type ?? data.kind,
    data.date,
    data.author,
    data.project,
    `opens for ${plural(data.open_tokens, 'token')}`,
    data.match && MATCH_IN_WORDS[data.match],
    data.repeats === 0 ? null : `${data.repeats} more say the same`,
    data.more_in_session === 0
      ? null
      : `${data.more_in_session} more in session ${data.session_id}`,
    status,
  )
  const lines = [head, data.title, data.snippet, data.touched.join(', '), ...data.changed]
  const against = data.contradicted_by.map((side) => otherSideSentence(side, shown))
  return [...lines, ...against].filter((line) => line !== '').join('\n  ')
}

/** What is a result itself is not said again beside another. */
const withoutShown = (result: Result, shown: ReadonlySet<string>): Result => ({
  ...result,
  contradicted_by: result.contradicted_by.map((side) =>
    shown.has(side.id) ? { ...side, statement: null } : side,
  ),
})

type Rest = {
  leftOut: LeftOut
  notes: string[]
  nextCursor: string | null
  nothingKnown: boolean
}

const render = (
  kept: readonly Result[],
  { leftOut, notes, nextCursor, nothingKnown }: Rest,
): Answer<z.input<typeof output>> => {
  const shown = new Set(kept.map(({ id }) => id))
  const results = kept.map((result) => withoutShown(result, shown))
  const lines = [
    frame(
      'results',
      { note: QUOTED },
      results.map((result) => textOf(result, shown)),
    ),
    ...notes.map((note) => `Note: ${note}`),
    ...tail(results.length, leftOut, nextCursor),
  ]
  const data = {
    results,
    left_out: leftOut,
    next_cursor: nextCursor,
    nothing_known: nothingKnown,
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
