import { fitWithin, type LeftOut, linesWithin, type Piece } from '@teamlore/core'
import { asOfSchema, type LoreRecord } from '@teamlore/shared'
import { plural } from '@teamlore/shared/plural'
import { z } from 'zod'
import type { Answer } from '../budget.ts'
import { openCost } from '../open-cost.ts'
import { frame } from '../quoting/frame.ts'
import { day, dotted, label, QUOTED, quoted } from '../quoting/quote.ts'
import { budgetInput, leftOutOutput } from '../shared-input.ts'
import { defineTool } from '../tool.ts'

const input = z.strictObject({
  ids: z
    .array(z.string())
    .min(1)
    .max(50)
    .describe(
      'Ids from lore_search or other answers (msg_…, obs_…, sum_…, ses_…, mem_…, mfl_…), the most wanted first. Unique prefixes will do.',
    ),
  around: z
    .int()
    .min(0)
    .max(20)
    .default(0)
    .describe(
      'Also so many messages before and after each in its transcript, as the budget allows.',
    ),
  as_of: asOfSchema
    .optional()
    .describe('Of memories, also what held then: a date, or a commit by its hash.'),
  budget_tokens: budgetInput(8_000, 200_000),
})

const recordOutput = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  date: z.string().nullable(),
  session_id: z.string().nullable(),
  url: z.string(),
  neighbour_of: z.string().nullable().describe('Opened because it stands beside this one.'),
  parent_id: z
    .string()
    .optional()
    .describe('Of a message: the one it follows, which on a branch is not the one before.'),
  text: z.string(),
})
type Record = z.output<typeof recordOutput>

const output = z.object({
  records: z.array(recordOutput),
  left_out: leftOutOutput.extend({
    ids: z.array(z.object({ id: z.string(), tokens: z.int() })),
  }),
  missing: z.array(z.string()).describe('Ids there is nothing for, or nothing that you may see.'),
  notes: z.array(z.string()).describe('Ids that fit several records, and why.'),
})
type Output = z.input<typeof output>

export const getTool = defineTool({
  name: 'lore_get',
  title: 'Open records in full',
  description: [
    'Opens records whole by id: the last step after lore_search (and lore_timeline), which say what each costs. Ask for several at once,',
    'the most wanted first. A record is never cut: one that does not fit budget_tokens is left out and its cost named, so',
    'that you can ask again for it alone.',
  ].join(' '),
  input,
  output,
  run: async ({ useCases, scope }, { ids, around, as_of, budget_tokens }) => {
    const asked = [...new Set(ids.map((id) => id.trim().slice(0, MAX_ID)))]
    const found = await useCases.getRecords(scope, {
      ids: asked,
      budget_tokens,
      around,
      as_of,
      isAgent: true,
    })
    const unclear = found.unclear.map(({ id, message }) => `${quoted(id)}: ${message}`)
    const shown = linesWithin([...unclear, ...found.missing], budget_tokens / 4)
    const notes = unclear.filter((note) => shown.includes(note))
    const missing = found.missing.filter((id) => shown.includes(id))
    const { answer } = fitWithin({
      pieces: found.items.map(pieceOf),
      budget: budget_tokens,
      mayskip: true,
      render: (records, texts) =>
        render(records, texts, withEarlier(found, records, budget_tokens), {
          missing,
          notes,
        }),
    })
    return answer
  },
})

/** Longer than any id; what is longer is cut, and so found nowhere. */
const MAX_ID = 60

const pieceOf = (record: LoreRecord): Piece<Record> => {
  const data: Record = {
    id: record.id,
    kind: record.kind,
    title: label(record.title),
    date: day(record.occurred_at),
    session_id: record.session_id,
    url: record.url,
    neighbour_of: record.neighbour_of ?? null,
    ...(record.parent_id ? { parent_id: record.parent_id } : {}),
    text: quoted(record.text),
  }
  const follows = data.parent_id === undefined ? null : `follows ${data.parent_id}`
  const head = dotted(data.id, data.kind, data.date, data.session_id, follows, data.url)
  return { text: frame('record', { id: data.id }, [head, data.text]), data }
}

type Found = { items: LoreRecord[]; left_out: { id: string; tokens: number }[] }
type AllLeftOut = LeftOut & { ids: { id: string; tokens: number }[] }

/** What the use case left out for its budget, and what this answer's frame then pushed out besides. */
const withEarlier = (
  { items, left_out }: Found,
  kept: readonly Record[],
  budget: number,
): AllLeftOut => {
  const shown = new Set(kept.map(({ id }) => id))
  const ids = [
    ...items
      .filter(({ id }) => !shown.has(id))
      .map((record) => ({ id: record.id, tokens: openCost(record) })),
    ...left_out.map(({ id, tokens }) => ({ id, tokens: openCost({ title: '', tokens }) })),
  ]
  const named = new Set(
    linesWithin(
      ids.map(({ id, tokens }) => JSON.stringify({ id, tokens })),
      budget / 4,
    ),
  )
  return {
    count: ids.length,
    tokens: ids.reduce((sum, { tokens }) => sum + tokens, 0),
    ids: ids.filter(({ id, tokens }) => named.has(JSON.stringify({ id, tokens }))),
  }
}

const render = (
  records: readonly Record[],
  texts: readonly string[],
  leftOut: AllLeftOut,
  { missing, notes }: { missing: string[]; notes: string[] },
): Answer<Output> => ({
  text: [
    QUOTED,
    ...texts,
    ...(leftOut.count === 0
      ? []
      : [
          `Left out for the budget: ${leftOut.count} (${plural(leftOut.tokens, 'token')})`,
          ...leftOut.ids.map(({ id, tokens }) => `  ${id}: ${plural(tokens, 'token')}`),
        ]),
    ...(missing.length === 0 ? [] : [`Not found: ${missing.map(quoted).join(', ')}`]),
    ...notes.map((note) => `Note: ${note}`),
  ].join('\n'),
  data: { records: [...records], left_out: leftOut, missing, notes },
})
