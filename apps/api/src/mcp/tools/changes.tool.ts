import { fitWithin, type Piece } from '@teamlore/core'
import type { MemoryDiff, MemoryDifference } from '@teamlore/shared/memory-log'
import { z } from 'zod'
import type { Answer } from '../budget.ts'
import { frame } from '../quoting/frame.ts'
import { day, dotted, label, QUOTED, quotedLine } from '../quoting/quote.ts'
import { budgetInput, leftOutOutput, projectInput } from '../shared-input.ts'
import { defineTool } from '../tool.ts'

const SORTS = ['came', 'changed', 'replaced', 'withdrawn'] as const
/** Of each sort; the budget leaves out what is more than it takes. */
const OF_EACH = 100

const moment = z.string().min(1).max(100)

const input = z.strictObject({
  from: moment
    .optional()
    .describe('The earlier time: a date, 2w, or a commit by its hash. A week ago by default.'),
  to: moment.optional().describe('The later time; now by default.'),
  project: projectInput,
  budget_tokens: budgetInput(1_500),
})

const change = z.object({
  sort: z.enum(SORTS),
  memory_id: z.string(),
  on: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  successor: z.string().nullable().describe('What took its place.'),
})
type Change = z.output<typeof change>

const output = z.object({
  from: z.string(),
  to: z.string(),
  counts: z.object({
    came: z.int(),
    changed: z.int(),
    replaced: z.int(),
    withdrawn: z.int(),
  }),
  changes: z.array(change),
  left_out: leftOutOutput,
})

export const changesTool = defineTool({
  name: 'lore_changes',
  title: 'See what changed in what the team holds to be so',
  description: [
    'Memories that are served otherwise now than at an earlier time or commit: what came, changed, was replaced or withdrawn.',
    'For a branch or a session that is taken up again after a while: what you knew then may not hold. lore_get opens one.',
  ].join(' '),
  input,
  output,
  run: async ({ useCases, scope }, { from = '7d', to = 'now', project, budget_tokens }) => {
    const asked = { from, to, limit: OF_EACH }
    const diff = await useCases.getMemoryDiff(scope, project ? { ...asked, project } : asked)
    const { answer } = fitWithin({
      pieces: SORTS.flatMap((sort) => diff[sort].items.map((item) => pieceOf(sort, item))),
      budget: budget_tokens,
      mayskip: true,
      render: render(diff),
    })
    const ids = answer.data.changes.flatMap(({ memory_id, after }) =>
      after === null ? [] : [memory_id],
    )
    await useCases.noteMemoriesGiven(scope, { ids, door: 'search' })
    return answer
  },
})

const sayOf = (words: string | null): string | null => (words === null ? null : label(words))

const pieceOf = (
  sort: Change['sort'],
  { memory_id, at, before, after, note, successor }: MemoryDifference,
): Piece<Change> => {
  const data: Change = {
    sort,
    memory_id,
    on: day(at) ?? '',
    before: sayOf(before),
    after: sayOf(after),
    successor: successor?.id ?? null,
  }
  const words = data.after ?? data.before ?? ''
  const lines = [
    dotted(sort, memory_id, data.on, words),
    ...(data.after !== null && data.before !== null && data.before !== data.after
      ? [`  before: ${data.before}`]
      : []),
    ...(successor === null ? [] : [`  now: ${successor.id} ${label(successor.statement)}`]),
    ...(note === null || note === '' ? [] : [`  because: ${label(quotedLine(note))}`]),
  ]
  return { text: lines.join('\n'), data }
}

const render =
  (diff: MemoryDiff) =>
  (
    kept: readonly Change[],
    texts: readonly string[],
    left: { count: number; tokens: number },
  ): Answer<z.input<typeof output>> => {
    const counts = {
      came: diff.came.count,
      changed: diff.changed.count,
      replaced: diff.replaced.count,
      withdrawn: diff.withdrawn.count,
    }
    const said = SORTS.map((sort) => `${sort}: ${counts[sort]}`).join(', ')
    return {
      text: [
        `From ${day(diff.from)} to ${day(diff.to)}. ${said}.`,
        ...(texts.length === 0 ? [] : [frame('changes', { note: QUOTED }, texts)]),
        ...(left.count > 0 ? [`${left.count} left out: raise budget_tokens.`] : []),
      ].join('\n'),
      data: { from: diff.from, to: diff.to, counts, changes: [...kept], left_out: left },
    }
  }
