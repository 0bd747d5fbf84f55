import { fitWithin, type Piece } from '@teamlore/core'
import type { Home, HomeMemory } from '@teamlore/shared/home'
import { ownTitle } from '@teamlore/shared/own-title'
import { z } from 'zod'
import type { Answer } from '../budget.ts'
import { frame } from '../quoting/frame.ts'
import { day, dotted, label, QUOTED, quotedLine } from '../quoting/quote.ts'
import { budgetInput, leftOutOutput } from '../shared-input.ts'
import { defineTool } from '../tool.ts'

const input = z.strictObject({
  items: z.int().min(0).max(20).default(5).describe('How many of each part are named.'),
  budget_tokens: budgetInput(1_500),
})

const item = z.object({
  part: z.enum(['review', 'new_session', 'new_memory', 'contradiction', 'stale', 'capture']),
  id: z.string().nullable(),
  text: z.string(),
})
type Item = z.output<typeof item>

const output = z.object({
  since: z.string().describe('Up to when your person had seen everything.'),
  counts: z.object({
    new_sessions: z.int(),
    new_findings: z.int(),
    new_memories: z.int(),
    to_review: z.int().describe('What is left of the batch of this week.'),
    contradictions: z.int(),
    stale: z.int(),
    capture_gaps: z.int(),
  }),
  items: z.array(item),
  left_out: leftOutOutput,
})

export const homeTool = defineTool({
  name: 'lore_home',
  title: 'See what is new and what waits',
  description: [
    'What came in since your person was last here, and what waits for them: memories to review this week, contradictions,',
    'stale memories, gaps of capture. For a summary of the day; it decides nothing and marks nothing as seen.',
  ].join(' '),
  input,
  output,
  run: async ({ useCases, scope }, { items, budget_tokens }) => {
    const home = await useCases.getHome(scope, { items })
    return fitWithin({
      pieces: itemsOf(home).map(pieceOf),
      budget: budget_tokens,
      mayskip: true,
      render: render(home),
    }).answer
  },
})

const memoryItem = (part: Item['part'], memory: HomeMemory): Item => ({
  part,
  id: memory.id,
  text: label(
    [ownTitle(memory.topic, memory.statement), memory.statement].filter(Boolean).join(': '),
  ),
})

const itemsOf = ({ review, news, contradictions, stale, capture }: Home): Item[] => [
  ...review.items.map((memory) => memoryItem('review', memory)),
  ...contradictions.items.flatMap(({ first, second }) =>
    [first, second].map((memory) => memoryItem('contradiction', memory)),
  ),
  ...stale.items.map((memory) => memoryItem('stale', memory)),
  ...capture.items.map(({ message, remedy }) => ({
    part: 'capture' as const,
    id: null,
    text: quotedLine(`${message} ${remedy}`),
  })),
  ...news.memories.items.map((memory) => memoryItem('new_memory', memory)),
  ...news.sessions.items.map(({ id, title, person }) => ({
    part: 'new_session' as const,
    id,
    text: dotted(label(title), label(person)),
  })),
]

const pieceOf = (data: Item): Piece<Item> => ({
  text: dotted(data.part.replace('_', ' '), data.id, data.text),
  data,
})

const countsOf = ({ news, review, contradictions, stale, capture }: Home) => ({
  new_sessions: news.sessions.count,
  new_findings: news.findings.count,
  new_memories: news.memories.count,
  to_review: review.size - review.decided,
  contradictions: contradictions.count,
  stale: stale.count,
  capture_gaps: capture.count,
})

const render =
  (home: Home) =>
  (
    kept: readonly Item[],
    texts: readonly string[],
    left: { count: number; tokens: number },
  ): Answer<z.input<typeof output>> => {
    const counts = countsOf(home)
    const said = Object.entries(counts).map(([name, count]) => `${name}: ${count}`)
    return {
      text: [
        `Since ${day(home.since)}. ${said.join(', ')}.`,
        ...(texts.length === 0 ? [] : [frame('home', { note: QUOTED }, texts)]),
        ...(left.count > 0 ? [`${left.count} left out: raise budget_tokens.`] : []),
      ].join('\n'),
      data: { since: day(home.since) ?? '', counts, items: [...kept], left_out: left },
    }
  }
