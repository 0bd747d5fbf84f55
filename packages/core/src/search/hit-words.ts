import type { HitRow, RankedRow, ToolCallRow } from '@teamlore/db'
import { type SearchHit, titleWithoutMarkdown, withoutMarkdown } from '@teamlore/shared'
import { firstLine, shorten } from '../text/clean-text.ts'
import { PRESENTED } from './presented-kinds.ts'
import { makeSnippet, marksIn, matchesIn, worthFrom } from './snippet/make-snippet.ts'
import { bestPassage } from './snippet/passage.ts'

type Words = Pick<SearchHit, 'title' | 'title_highlights' | 'snippet' | 'context'>

type Hit = {
  row: Pick<RankedRow, 'kind' | 'type'>
  hit: Pick<HitRow, 'title' | 'body' | 'paths'>
  /** Of a call or an output: what was called. */
  calls: readonly Pick<ToolCallRow, 'name' | 'about'>[]
}

/**
 * What a hit says, in its own words. A document's title may be borrowed: those of messages, summaries and outputs are the prompt
 * they belong to, so that they are found by it, and many hits would read alike. It becomes the context.
 */
export const wordsOfHit = (one: Hit, worth: ReadonlyMap<string, number>): Words => {
  const { row, hit } = one
  const { hasBorrowedTitle: isBorrowed, isContext } = PRESENTED[row.kind]
  const { title, snippet } = isBorrowed ? ownWords(one, worth) : titledWords(hit, worth)
  const context = isBorrowed ? titleWithoutMarkdown(hit.title) : title
  return {
    title,
    ...withMarks(marksIn(title, worth)),
    snippet,
    ...(isContext || saysTheSame(context, title) ? {} : { context }),
  }
}

/** Where nothing matched, nothing is said of it. */
export const withMarks = (marks: [number, number][]): Pick<SearchHit, 'title_highlights'> =>
  marks.length === 0 ? {} : { title_highlights: marks }

type Shown = Pick<Words, 'title' | 'snippet'>

const titledWords = ({ title, body }: Hit['hit'], worth: ReadonlyMap<string, number>): Shown => ({
  title: titleWithoutMarkdown(title),
  snippet: makeSnippet(tidy(withoutMarkdown(body)), worth),
})

const ownWords = ({ row, hit, calls }: Hit, worth: ReadonlyMap<string, number>): Shown => {
  const isTool = row.type === 'tool_call' || row.type === 'tool_result'
  // What a tool was given or said is no Markdown.
  if (isTool) return toolWords(hit, calls, worth)
  const body = tidy(withoutMarkdown(hit.body))
  const { ownWordsFrom } = PRESENTED[row.kind]
  if (ownWordsFrom === undefined) return bestPassage(body, worth)
  const passage = bestPassage(withoutBeginning(body, ownWordsFrom), worth)
  if (passage.snippet.highlights.length > 0) return passage
  return { title: passage.title, snippet: makeSnippet(body, worth) }
}

const withoutBeginning = (body: string, ownWordsFrom: RegExp): string => {
  const start = body.search(ownWordsFrom)
  return start === -1 ? body : body.slice(start)
}

const toolWords = (
  { body, paths }: Pick<HitRow, 'body' | 'paths'>,
  calls: Hit['calls'],
  worth: ReadonlyMap<string, number>,
): Shown => {
  const tidied = tidy(body)
  const named = calls.map((call) => labelOf(call, paths))
  // Of several, the one that has most of what was asked for.
  const [best] = named.toSorted((a, b) => worthOf(b, worth) - worthOf(a, worth))
  if (best === undefined) {
    const passage = bestPassage(tidied, worth)
    return { ...passage, title: titleWithoutMarkdown(passage.title) || 'Tool output' }
  }
  const more = named.length > 1 ? ` and ${named.length - 1} more` : ''
  return { title: `${best}${more}`, snippet: makeSnippet(tidied, worth) }
}

const worthOf = (text: string, worth: ReadonlyMap<string, number>): number =>
  worthFrom(matchesIn(text, worth), 0, text.length)

const LABEL_CHARS = 110
/** Parts of a path that are shown where the project's folder is not known. */
const PATH_PARTS = 4

/** `Edit: src/berths.ts`, `Bash: npm test` */
const labelOf = ({ name, about }: Hit['calls'][number], paths: readonly string[]): string => {
  const patched = /^\*\*\* (?:Update|Add|Delete) File: (.+)$/m.exec(about)?.[1]
  const line = firstLine(patched ?? about, 400)
  const path = paths.find((one) => line === one || line.endsWith(`/${one}`)) ?? shortPath(line)
  return shorten(path === '' ? name : `${name}: ${path}`, LABEL_CHARS)
}

/** The end of a long path. What has a space is rather a command. */
const shortPath = (line: string): string => {
  const parts = line.split('/')
  const isLong = /^(?:\/|[A-Za-z]:[\\/])\S+$/.test(line) && parts.length > PATH_PARTS + 1
  return isLong ? `…/${parts.slice(-PATH_PARTS).join('/')}` : line
}

/** White space as it is seen: indentation and blank lines say nothing in a snippet of one line. */
const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()

const saysTheSame = (context: string, title: string): boolean => {
  const begin = context.replace(/…$/, '').trim()
  return begin === '' || title.startsWith(begin) || begin.startsWith(title.replace(/…$/, ''))
}
