import { z } from 'zod'
import { eachFilter, FILTERS } from '../filters/filters.ts'
import { DOCUMENT_KINDS } from '../kinds/kinds.ts'
import { WINDOW_SHARE } from '../models/model-windows.ts'
import { asOfSchema, personSchema, projectRefSchema } from './common.contract.ts'
import { otherSideSchema } from './memory-standing.contract.ts'
import { judgedSchema, verdictSchema } from './verdict.contract.ts'

export const documentKindSchema = z.enum(DOCUMENT_KINDS)

/** What a person may look through: everything, sessions' own words, one project's, or curated knowledge only. */
export const searchScopeSchema = z.enum(['all', 'session', 'project', 'knowledge'])

/**
 * A question of any length: how much of it is read, the search decides and says. What a request may hold is for the server's
 * limit of a body.
 */
export const questionSchema = z.string()

export const searchQuerySchema = z.strictObject({
  /** Without it, the newest that fits the filters. The query language is in docs/search.md */
  q: questionSchema.default(''),
  scope: searchScopeSchema.default('all'),
  /** Filters beside the query text; they narrow what the text says. */
  ...eachFilter((name) => z.string().max(FILTERS[name].max).optional()),
  include_superseded: z.stringbool().or(z.boolean()).default(false),
  as_of: asOfSchema
    .optional()
    .describe(
      'What was known then, and memories as they held then: a date, or a commit by its hash or id.',
    ),
  /**
   * `session`: hits of one session are one entry, its best, which carries the others in `more_in_session`; pages and `limit` count
   * sessions then. Without words, and where one session is asked for, there is nothing to group.
   */
  group: z.enum(['none', 'session']).optional(),
  /** How many further hits of each session are carried; 3 by default. All are counted. */
  more: z.coerce.number().int().min(0).max(400).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(500).optional(),
})
export type SearchQuery = z.infer<typeof searchQuerySchema>

const armPartSchema = z.object({
  /** 1-based. */
  rank: z.number().int(),
  /** The arm's own measure. */
  score: z.number(),
  /** What the arm adds to `fused`: its score beside the best, times what the arm counts for this question. */
  adds: z.number().default(0),
})

/** How a hit came by its score: arms (null: did not find it) and `unread` add up to `fused`; priors multiply it. */
export const scorePartsSchema = z.object({
  text: armPartSchema.nullable(),
  vector: armPartSchema.nullable(),
  exact: armPartSchema.nullable(),
  /** What is added in place of meaning to a text that no vector stands for. */
  unread: z.number().default(0),
  fused: z.number(),
  priors: z.record(z.string(), z.number()),
})

/** What a hit may have of a question: words of it, nearness in meaning, both or neither. */
export const MATCHES = ['words', 'meaning', 'both', 'loose'] as const
export type Match = (typeof MATCHES)[number]

export const MATCH_IN_WORDS: Record<Match, string> = {
  words: 'shares words',
  meaning: 'near in meaning',
  both: 'shares words, near in meaning',
  loose: 'loosely related',
}

/** Half-open ranges of a plain text, in UTF-16 units, that matched: nothing in the text is markup. */
export const highlightsSchema = z.array(z.tuple([z.number().int(), z.number().int()]))

export const searchHitSchema = z.object({
  /** Id of the thing itself (msg_…, obs_…, sum_…, mfl_…), to be opened with GET /v1/records or lore_get. */
  id: z.string(),
  kind: documentKindSchema,
  /** Observation type and the like; null where the kind has none. */
  type: z.string().nullable(),
  /**
   * What this hit says, as plain text: its own title where it has one, else the statement that answers best, with which `snippet` then
   * begins; of calls and outputs of tools the call.
   */
  title: z.string(),
  /** What of the title matched; absent where nothing did. */
  title_highlights: highlightsSchema.optional(),
  /** The prompt it belongs to (or its session's title), where it is not that itself. */
  context: z.string().optional(),
  /** Of a turn of talk: the question that the turn before it asks. */
  asked: z.string().optional(),
  snippet: z.object({
    text: z.string(),
    /** What of `text` matched. */
    highlights: highlightsSchema,
  }),
  /** What it has of the question, which is no verdict on whether it answers; absent in lists without words. */
  match: z.enum(MATCHES).optional(),
  /** What a reader says of it; only where that was asked for, and the model answered in time. */
  verdict: verdictSchema.optional(),
  score: z.number(),
  score_parts: scorePartsSchema,
  occurred_at: z.string().nullable(),
  author: personSchema.nullable(),
  project: projectRefSchema.nullable(),
  tool: z.string().nullable(),
  session_id: z.string().nullable(),
  message_id: z.string().nullable(),
  /** `unreviewed`: a memory that passed the checks and that nobody has reviewed yet. */
  status: z.enum(['current', 'unreviewed', 'superseded', 'rejected']),
  /** Path of the evidence in the dashboard, e.g. /sessions/ses_…#msg_… */
  url: z.string(),
  /** Tokens it costs to open this record whole. */
  tokens: z.number().int(),
  /** Where a file was asked for: which of its paths are meant, and whether they were changed or only read. */
  touched: z.array(z.object({ path: z.string(), how: z.enum(['modified', 'read']) })).optional(),
  /** Of a memory: the hits of this answer that it rests on. It stands in their place, since each fact is said once. */
  evidence: z
    .object({ messages: z.number().int(), findings: z.number().int(), ids: z.array(z.string()) })
    .optional(),
  /** Of a memory: what it rests on that was replaced since, a sentence each. */
  changed: z.array(z.string()).optional(),
  /** Of a memory: what holds and contradicts it, while nobody has decided between them. It takes no place among the hits. */
  contradicted_by: z.array(otherSideSchema).optional(),
  /** Id of an earlier hit of this page that it seems to correct: said later, it comes before that. */
  said_later_than: z.string().optional(),
  /** In a list without words: ids of older entries that say the same, which this hit stands for. */
  repeats: z.array(z.string()).optional(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

/** A hit that may stand for others of its session. */
export const groupedHitSchema = searchHitSchema.extend({
  /** Where hits are grouped: how many more of its session were found, and the best of them, in order. */
  more_in_session: z
    .object({ count: z.number().int(), items: z.array(searchHitSchema) })
    .optional(),
})
export type GroupedHit = z.infer<typeof groupedHitSchema>

export const searchResponseSchema = z.object({
  items: z.array(groupedHitSchema),
  /** Null at the end and nowhere else: a page may be short, even empty, before it. */
  next_cursor: z.string().nullable(),
  /** Sentences for the asker: filters that could not be understood, an arm that was left out and why. */
  notes: z.array(z.string()),
  /** Nothing shares a word with the question or is near it in meaning; hits are only loosely related. */
  nothing_known: z.boolean().optional(),
  /** The question as it was probably meant, where words of it stand nowhere but for a slip of the keys. */
  did_you_mean: z.string().optional(),
  /** Where verdicts were asked for: whether there are any, or why not. */
  judged: judgedSchema.optional(),
  /** Arms that took part. */
  arms: z.array(z.enum(['text', 'vector', 'exact'])),
  /** Tokens of these hits themselves. */
  tokens: z.number().int().default(0),
  took_ms: z.number(),
})
export type SearchResponse = z.infer<typeof searchResponseSchema>

export const contextQuerySchema = z.strictObject({
  /** Project by id, name or remote URL; without it, the most recent work of the team. */
  project: z.string().max(2_000).optional(),
  /** What the asker is about to do; recent work that bears on it comes first. */
  q: questionSchema.optional(),
  /** Comma-separated paths the asker is working on. */
  files: z.string().max(20_000).optional(),
  work: z
    .string()
    .max(4_000)
    .optional()
    .describe(
      'What is under way, such as a branch and the subjects of its commits, one a line. Where it resembles what was tried and given up, the brief says so first.',
    ),
  session: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe(
      'A session that goes on after its tool shortened the conversation, by its id or, of the asker, by the name its tool gives it. Where it stands comes first.',
    ),
  budget_tokens: z.coerce.number().int().min(100).max(50_000).default(1_500),
  model: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Who reads the brief, as its tool names it. It gets no more than 30 % of what it can read at once, where that is known.',
    ),
  share: z.coerce
    .number()
    .min(WINDOW_SHARE.least)
    .max(WINDOW_SHARE.most)
    .optional()
    .describe('Percent of the window of `model`, in the place of `budget_tokens`.'),
  format: z.enum(['markdown', 'xml', 'json']).default('markdown'),
  split: z
    .stringbool()
    .or(z.boolean())
    .optional()
    .describe(
      'For hooks: also say how sessions of the project are parted into those with and without a brief.',
    ),
})
export type ContextQuery = z.infer<typeof contextQuerySchema>

/** How sessions of a project are parted into those with and without a brief, for the machine on which they begin. */
const splitSchema = z.object({
  project_id: z.string(),
  round: z.string().describe('Salts the hash of a session.'),
  share: z.int().describe('Percent of sessions that begin without one.'),
})

export const contextResponseSchema = z.object({
  format: z.enum(['markdown', 'xml', 'json']),
  /** The brief itself; counted in `tokens`, never above `budget_tokens`. */
  text: z.string(),
  tokens: z.number().int(),
  budget_tokens: z.number().int(),
  included: z.array(
    z.object({
      id: z.string(),
      /** `session`: of the session that goes on, what it changed and has open. */
      kind: z.enum([...DOCUMENT_KINDS, 'session']),
      tokens: z.number().int(),
    }),
  ),
  /** What would have come next had the budget allowed; the first of it by name. */
  left_out: z.object({
    count: z.number().int(),
    tokens: z.number().int(),
    named: z.array(z.object({ id: z.string(), title: z.string() })).default([]),
  }),
  /** What was left out of the question; said in `text`, too, where it fits. */
  notes: z.array(z.string()).default([]),
  /** Where it was asked for; null while every session of the project begins with a brief. */
  split: splitSchema.nullable().optional(),
})
export type ContextResponse = z.infer<typeof contextResponseSchema>

export const recordsQuerySchema = z.strictObject({
  /** Comma-separated ids of messages, observations, summaries, sessions or memory files. */
  ids: z.string().min(1).max(8_000),
  /** Messages before and after each that are opened too, as far as the budget goes. */
  around: z.coerce.number().int().min(0).max(20).default(0),
  as_of: asOfSchema
    .optional()
    .describe('Of memories, also what held then: a date, or a commit by its hash or id.'),
  budget_tokens: z.coerce.number().int().min(100).max(200_000).default(20_000),
})

/** One record in full. `text` is what an agent reads; `data` the structured form of the kind's own contract. */
export const recordSchema = z.object({
  id: z.string(),
  kind: z.enum([...documentKindSchema.options, 'session']),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  tokens: z.number().int(),
  session_id: z.string().nullable(),
  occurred_at: z.string().nullable(),
  /** Opened because it stands beside this one in the transcript. */
  neighbour_of: z.string().optional(),
  /** Of a message: the one it follows. Null as in the message itself. */
  parent_id: z.string().nullable().optional(),
})
export type LoreRecord = z.infer<typeof recordSchema>
export const recordsResponseSchema = z.object({
  items: z.array(recordSchema),
  /** Ids that do not exist (or not for this team). */
  missing: z.array(z.string()),
  /** Ids that are too short or begin like several, with why; where all are, the request is refused instead. */
  unclear: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })).default([]),
  /** Ids left out because the budget was used up, with what they would cost. */
  left_out: z.array(z.object({ id: z.string(), tokens: z.number().int() })),
  tokens: z.number().int(),
})
