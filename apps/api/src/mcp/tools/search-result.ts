import type { Piece } from '@teamlore/core'
import { afterTitle, type GroupedHit, MATCH_IN_WORDS, MATCHES } from '@teamlore/shared'
import { evidenceWords, otherSideSentence } from '@teamlore/shared/memory-standing'
import { plural } from '@teamlore/shared/plural'
import { VERDICTS, type Verdict, verdictInWords } from '@teamlore/shared/verdicts'
import { z } from 'zod'
import { openCost } from '../open-cost.ts'
import { day, dotted, label, quotedLine } from '../quoting/quote.ts'

export const resultOutput = z.object({
  id: z.string(),
  kind: z.string(),
  type: z.string().nullable(),
  title: z.string(),
  snippet: z.string().describe('Goes on where the title ends, or empty where that says it all.'),
  asked: z
    .string()
    .optional()
    .describe('Of a turn of talk: the question in the turn before, which it may answer.'),
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
  verdict: z
    .object({
      says: z.enum(VERDICTS),
      quote: z.string().nullable().describe('Words of it that answer.'),
    })
    .optional()
    .describe('With judge: what a language model says of it, where it was read.'),
  said_later_than: z
    .string()
    .nullable()
    .describe('Id of an earlier hit of this page that it seems to correct.'),
  repeats: z.int().describe('Older entries that say the same, for which it stands.'),
  evidence: z
    .object({ messages: z.int(), findings: z.int(), ids: z.array(z.string()) })
    .optional()
    .describe('Of a memory: hits it rests on and stands for; lore_get opens them.'),
})
export type Result = z.output<typeof resultOutput>

export const pieceOf = (hit: GroupedHit, saysOtherSides: boolean): Piece<Result> => {
  const title = label(hit.title)
  const snippet = quotedLine(afterTitle(hit).text)
  const data: Result = {
    id: hit.id,
    kind: hit.kind,
    type: hit.type,
    title,
    snippet,
    ...(hit.asked === undefined ? {} : { asked: label(hit.asked) }),
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
    said_later_than: hit.said_later_than ?? null,
    ...(hit.verdict === undefined ? {} : { verdict: quotedVerdict(hit.verdict) }),
    repeats: hit.repeats?.length ?? 0,
    ...(hit.evidence === undefined ? {} : { evidence: hit.evidence }),
  }
  return { text: textOf(data), data }
}

const quotedVerdict = ({ says, quote }: Verdict): Verdict => ({
  says,
  quote: quote === null ? null : quotedLine(quote),
})

export const textOf = (data: Result, shown?: ReadonlySet<string>): string => {
  const status = data.status === 'current' ? null : data.status.toUpperCase()
  const head = dotted(
    data.id,
    data.type ?? data.kind,
    data.date,
    data.author,
    data.project,
    `opens for ${plural(data.open_tokens, 'token')}`,
    data.match && MATCH_IN_WORDS[data.match],
    data.said_later_than && `said later than ${data.said_later_than}`,
    data.evidence && evidenceWords(data.evidence),
    data.repeats === 0 ? null : `${data.repeats} more say the same`,
    data.more_in_session === 0
      ? null
      : `${data.more_in_session} more in session ${data.session_id}`,
    status,
  )
  const lines = [
    head,
    data.verdict === undefined ? '' : `Verdict: ${verdictInWords(data.verdict)}`,
    data.asked === undefined ? '' : `Asked before: ${data.asked}`,
    data.title,
    data.snippet,
    data.touched.join(', '),
    ...data.changed,
  ]
  const against = data.contradicted_by.map((side) => otherSideSentence(side, shown))
  return [...lines, ...against].filter((line) => line !== '').join('\n  ')
}

/** What is a result itself is not said again beside another. */
export const withoutShown = (result: Result, shown: ReadonlySet<string>): Result => ({
  ...result,
  contradicted_by: result.contradicted_by.map((side) =>
    shown.has(side.id) ? { ...side, statement: null } : side,
  ),
})
