import type { z } from 'zod'
import { toolsOf } from '../../mcp/server/toolsets.ts'
import type { Tool } from '../../mcp/tool.ts'
import { type Plan, pathOf, printOf, remoteOf, shaOf } from './planting.ts'
import { byEachField, isKnownField } from './questions.ts'

type Args = Record<string, unknown>

/** How an agent would come upon what is planted: by words and places, and by ids. */
export type ToolAsks = {
  words: (plan: Plan) => Args[]
  ids?: (of: (kind: string) => string) => Args[]
  /** It leaves something behind, so it is called last and answers otherwise each time. */
  writes?: true
}

/** A finding as an agent hands it over, with words that the transcript would have to bear out. */
const findingWith = (words: string) => ({
  kind: 'decision',
  title: `The ${words} keeps thirty entries at most.`,
  quotes: [`the ${words} of the planted text`],
})

/** Tools that write, take ids or lists, or are asked of more than one thing at a time. */
const WRITTEN: Record<string, ToolAsks> = {
  lore_search: {
    words: ({ asked, project }) => [
      { query: asked },
      { query: asked.slice(0, -1) },
      { query: `${asked} cache`, grouped: true },
      { query: `project:${project} ${asked}`, include_superseded: true },
      { query: asked, scope: 'knowledge' },
      { query: asked, judge: true },
    ],
    ids: (of) => [{ query: `session:${of('session')} cache` }],
  },
  lore_home: { words: () => [{ items: 20, budget_tokens: 9_000 }] },
  lore_timeline: {
    words: ({ asked, project }) => [{ query: asked }, { at: '2026-03-04', project }],
    ids: (of) =>
      ['message', 'observation', 'summary', 'memory', 'commit'].map((kind) => ({
        around: of(kind),
      })),
  },
  lore_get: {
    words: () => [],
    ids: (of) => [
      ...['session', 'message', 'observation', 'summary', 'memory', 'memoryFile', 'commit'].map(
        (kind) => ({ ids: [of(kind)], around: 1 }),
      ),
      { ids: [of('memory')], as_of: '2026-05-01' },
    ],
  },
  lore_context: {
    words: (plan) => [
      { query: plan.asked, project: remoteOf(plan), files: [pathOf(plan)] },
      { query: plan.asked },
    ],
    ids: (of) => [{ session: of('session') }],
  },
  lore_why: {
    words: (plan) => [
      { project: remoteOf(plan), path: pathOf(plan) },
      { project: remoteOf(plan), path: pathOf(plan).split('/').at(-1) ?? '' },
      {
        project: remoteOf(plan),
        path: pathOf(plan),
        line: 1,
        line_sha: shaOf(plan),
        line_print: printOf(plan),
        about: plan.asked,
      },
      {
        project: remoteOf(plan),
        path: pathOf(plan),
        line: 1,
        end_line: 9,
        blamed: `${shaOf(plan)}:${printOf(plan)}`,
      },
    ],
  },
  lore_get_session: {
    words: () => [],
    ids: (of) => [
      { id: of('session') },
      { id: of('session'), view: 'transcript' },
      { id: of('session'), view: 'transcript', from: of('message') },
    ],
  },
  lore_get_linked_sessions: {
    words: (plan) => [{ commit: shaOf(plan) }, { commit: shaOf(plan).slice(0, 8) }],
    ids: (of) => [{ commit: of('commit') }],
  },
  lore_blame: {
    words: (plan) => [
      { path: pathOf(plan), lines: ['MAX_ATTEMPTS = 5'], commit: shaOf(plan) },
      { path: pathOf(plan), lines: ['MAX_ATTEMPTS = 5'] },
    ],
  },
  lore_changes: {
    words: (plan) => [
      { from: '2020-01-01', budget_tokens: 9_000 },
      { from: '2020-01-01', project: remoteOf(plan) },
      { from: shaOf(plan) },
    ],
  },
  search_lore: { words: ({ asked }) => [{ query: asked }] },
  search_lore_semantic: { words: ({ asked }) => [{ query: asked }] },
  get_entity: { words: ({ asked }) => [{ name: asked }, { name: 'Store' }] },
  get_relationships: { words: ({ asked }) => [{ name: asked }] },
  get_current_state: { words: ({ asked }) => [{ name: asked, layer: 'plan' }] },
  get_timeline: { words: () => [{ layer: 'work' }] },
  list_entities: { words: () => [{}] },
  check_consistency: { words: ({ asked }) => [{ entity: 'Store', claim: `It is ${asked}.` }] },
  get_schema: { words: () => [{}] },
  lore_remember: {
    words: (plan) => [
      {
        statement: `The cache of ${plan.asked} holds 30.`,
        project: remoteOf(plan),
        subject: `cache of ${plan.asked}`,
        attribute: 'size',
        value: '30',
        paths: [pathOf(plan)],
      },
    ],
    ids: (of) => [
      { statement: 'The tide turns twice a day.', message_ids: [of('message')] },
      { statement: 'The tide turns.', supersedes: of('memory') },
      { statement: 'The tide turns again.', rests_on: [of('memory')] },
    ],
    writes: true,
  },
  lore_update: {
    words: () => [],
    ids: (of) => [{ id: of('memory'), action: 'stale', reason: 'The queue went.' }],
    writes: true,
  },
  lore_handover: {
    words: ({ asked }) => [{ findings: [findingWith(`${asked} cache`)] }],
    ids: (of) => [{ session: of('session'), findings: [findingWith('tide table')] }],
    writes: true,
  },
}

const takesList = (type: z.ZodType): boolean => type.safeParse(['words']).success

/** Any other is asked by each of its fields. @throws where one of them may find what the battery knows no word for. */
const askedByFields = ({ name, input }: Tool): ToolAsks => {
  const fields = Object.entries(input.shape as Record<string, z.ZodType>)
  const unasked = fields.filter(([field, type]) => !isKnownField(field) || takesList(type))
  if (unasked.length > 0)
    throw new Error(`${name} needs its line in WRITTEN for ${unasked.map(([field]) => field)}`)
  return { words: (plan) => byEachField(fields, plan) }
}

export const TOOL_ASKS: Record<string, ToolAsks> = Object.fromEntries([
  ...Object.entries(WRITTEN),
  ...toolsOf('core,home')
    .filter(({ name }) => WRITTEN[name] === undefined)
    .map((tool) => [tool.name, askedByFields(tool)] as const),
])

/** Resources that are opened by an id: the kind of it, by the template. */
export const RESOURCE_ASKS: Record<string, string> = {
  'lore://memory/{id}': 'memory',
  'lore://session/{id}': 'session',
  'lore://entity/{id}': 'entity',
}
/** Prompts a server offers, and the kinds of ids that their arguments take. */
export const PROMPT_ASKS: Record<string, Record<string, string>> = {
  brief: { project: 'session' },
  onboard: { project: 'session' },
  why: { project: 'session', path: 'session' },
  handover: { session: 'session' },
}
