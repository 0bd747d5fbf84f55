import { ROUTES, type RouteOf, rowsOf } from '@teamlore/shared'
import type { z } from 'zod'
import { questionText } from './answers.ts'
import { type Plan, pathOf, printOf, remoteOf, shaOf } from './planting.ts'
import type { Ask } from './send.ts'

/** Reading routes that are asked of; what streams or is a file is asked elsewhere. */
export const ROWS = rowsOf(ROUTES)
  .map(({ row }) => row)
  .filter(({ needs, wire }) => needs !== 'nobody' && wire !== 'stream' && wire !== 'file')
export const READS = ROWS.filter(({ method }) => method === 'GET')

const cut = (words: string): string => words.slice(0, 4)
/** With a slip, as people type it. */
const misspelt = (word: string): string => `${word.slice(0, -2)}${word.slice(-1)}`

/** What is asked by each field of a query that could find something; ids are asked by elsewhere, once they are there. */
const ASKED_BY: Record<string, (plan: Plan) => string[]> = {
  q: ({ asked }) => [
    ...[asked, cut(asked), misspelt(asked)],
    ...[`concept:${cut(asked)}`, `tag:${asked}`],
  ],
  query: ({ asked }) => [asked, misspelt(asked)],
  text: ({ asked }) => [asked],
  title: ({ asked }) => [asked],
  tag: ({ asked }) => [asked],
  prefix: ({ asked }) => [cut(asked)],
  concept: ({ asked }) => [asked],
  project: (plan) => [remoteOf(plan), plan.project],
  // What is not there leads to what is like it, or ends so.
  path: (plan) => [pathOf(plan), `${plan.asked}.ts`, `src/${misspelt(plan.asked)}.ts`],
  file: (plan) => [pathOf(plan)],
  files: (plan) => [pathOf(plan)],
  commit: (plan) => [shaOf(plan)],
  line_sha: (plan) => [shaOf(plan)],
  line_print: (plan) => [printOf(plan)],
  blamed: (plan) => [`${shaOf(plan)}:${printOf(plan)}`],
  as_of: (plan) => [shaOf(plan)],
  to: (plan) => [shaOf(plan)],
  author: () => ['Ann'],
  tool: () => ['claude-code'],
  name: ({ asked }) => [asked],
  entity: ({ asked }) => [asked],
  around: ({ asked }) => [asked],
  claim: ({ asked }) => [asked],
  about: ({ asked }) => [asked],
  work: ({ asked }) => [asked],
  layer: () => ['plan'],
  include_gone: () => ['true'],
  include_superseded: () => ['true'],
  group: () => ['session'],
  scope: () => ['knowledge'],
  all: () => ['true'],
  batch: () => ['true'],
  semantic: () => ['true'],
  started_by: () => ['anyone'],
}

/** Fields that only cut, order or shape what others find. */
const NOT_ASKED_BY = new Set([
  ...[
    'limit',
    'items',
    'cursor',
    'more',
    'before',
    'after',
    'at',
    'days',
    'max_bytes',
    'keeps_prompts',
    'date',
    'format',
    'budget_tokens',
    'judge',
    'model',
    'share',
    'split',
    'exact',
  ],
  ...[
    'preview_chars',
    'kind',
    'kinds',
    'type',
    'status',
    'origin',
    'purpose',
    'state',
    'within',
    'event',
  ],
  ...[
    'depth',
    'direction',
    'role',
    'mine',
    'linked',
    'unread',
    'min_confidence',
    'calls',
    'line',
    'end_line',
    'action',
    'head',
  ],
  ...['order', 'from_session', 'to_session', 'branch', 'machine', 'from', 'since'],
  ...['from_world', 'to_world'],
])

/** Ids, which are asked by once they are known. */
const IDS = new Set(['ids', 'session', 'assignee', 'user', 'project_id'])

/** Whether the battery knows what to ask by it, or that nothing is found by it. */
export const isKnownField = (name: string): boolean =>
  ASKED_BY[name] !== undefined || NOT_ASKED_BY.has(name)

/** Of these the session or the place is meant by an id as well. */
export const fieldsOf = (row: RouteOf): [string, z.ZodType][] => {
  const query = row.query as { shape?: Record<string, z.ZodType> } | undefined
  return Object.entries(query?.shape ?? {})
}

/** Fields that the battery knows nothing of: a new one has to be named above. */
export const unknownFields = (): string[] => [
  ...new Set(
    READS.flatMap((row) => fieldsOf(row).map(([name]) => name)).filter(
      (name) => !isKnownField(name) && !IDS.has(name),
    ),
  ),
]

export const isRequired = (type: z.ZodType): boolean => !type.safeParse(undefined).success
const urlOf = (row: RouteOf, query: Record<string, string>): string => {
  const path = row.path.replace(':book', 'heron')
  const asked = new URLSearchParams(query).toString()
  return asked === '' ? path : `${path}?${asked}`
}

/** What is asked without an id: nothing but what is required, and each field that could find what is planted. */
export const byEachField = (
  fields: readonly [string, z.ZodType][],
  plan: Plan,
): Record<string, string>[] => {
  const valuesOf = (name: string): string[] => ASKED_BY[name]?.(plan) ?? []
  const needed: Record<string, string> = {}
  for (const [name, type] of fields)
    if (isRequired(type)) needed[name] = valuesOf(name)[0] ?? 'mem_0000000000'
  const asks = [needed]
  for (const [name, type] of fields)
    for (const value of valuesOf(name))
      if (value !== needed[name] && type.safeParse(value).success)
        asks.push({ ...needed, [name]: value })
  return asks
}

/** What a reading route is asked without an id. */
export const questionsOf = (row: RouteOf, plan: Plan): Ask[] =>
  row.path.includes(':id')
    ? []
    : byEachField(fieldsOf(row), plan).map((query) => ({ method: 'GET', url: urlOf(row, query) }))

/** Reading by POST: the fields of a question in its body, and lines of code. */
export const postedOf = (plan: Plan): Ask[] => [
  ...READS.filter(({ wire }) => wire === 'question').map(
    (row): Ask => ({
      method: 'POST',
      url: row.path,
      payload: { q: plan.asked },
    }),
  ),
  {
    method: 'POST',
    url: '/v1/blame',
    payload: { lines: [{ path: pathOf(plan), sha: shaOf(plan), print: printOf(plan) }] },
  },
  {
    method: 'POST',
    url: '/v1/change-report',
    payload: {
      project: remoteOf(plan),
      about: plan.asked,
      files: [{ path: pathOf(plan), status: 'deleted', hunks: null }],
      commits: [shaOf(plan)],
    },
  },
]

/** Where two plans make the same question, as with a field that takes no word of theirs, it is asked once. */
export const eachOnce = <T extends { ask: Ask }>(asks: readonly T[]): T[] => [
  ...new Map(asks.map((one) => [`${one.ask.method} ${questionText(one.ask)}`, one])).values(),
]
