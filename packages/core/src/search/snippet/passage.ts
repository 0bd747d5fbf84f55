import { shorten } from '../../text/clean-text.ts'
import {
  type Match,
  matchesIn,
  type Snippet,
  snippetAt,
  wordStart,
  worthFrom,
} from './make-snippet.ts'

/** What a hit without a title of its own shows: the statement that answers best, and the text from there on. */
export type Passage = { title: string; snippet: Snippet }

const TITLE_CHARS = 120
/** A shorter statement ("Done.") takes the next one in. */
const MIN_STATEMENT_CHARS = 16
const SNIPPET_CHARS = 260
/** What stands before a match that is far from the beginning of its statement. */
const LEAD_CHARS = 40

/**
 * The statement of a text that says most of what was asked, where nothing was asked or only the meaning is near the first one.
 * The snippet begins with it, so who shows both need not say it twice.
 *
 * @param worth how much each lexeme of the question is worth.
 */
export const bestPassage = (body: string, worth: ReadonlyMap<string, number>): Passage => {
  const statements = statementsOf(body)
  // One character for one character, so that places stay what they are.
  const text = body.replace(/[\n\r\t\f\v]/g, ' ')
  const matches = worth.size === 0 ? [] : matchesIn(text, worth)
  const { start, end } = bestOf(text, statements, matches) ?? firstOf(text, statements)
  const title = shorten(text.slice(start, end).trim(), TITLE_CHARS)
  const isInside = start > (statements[0]?.start ?? 0)
  return {
    title: isInside && !statements.some((one) => one.start === start) ? `…${title}` : title,
    snippet: snippetAt(text, matches, start, SNIPPET_CHARS),
  }
}

type Range = { start: number; end: number }

/** Between statements: ends of lines, ends of sentences. What marks the entry of a list is no part of it. */
const SEAM =
  /\s*\n[\s>]*(?:[-+•]\s+|\d{1,3}[.)]\s+)?|(?<=[.!?][)"'”’]?)\s+(?=[\p{Lu}\p{N}"'“‘(])|(?<=[。！？])\s*/gu
const LEAD = /^[\s>]*(?:[-+•]\s+|\d{1,3}[.)]\s+)?/

const statementsOf = (text: string): Range[] => {
  const found: Range[] = []
  let start = LEAD.exec(text)?.[0].length ?? 0
  for (const { index, 0: seam } of text.matchAll(SEAM)) {
    if (index > start) found.push({ start, end: index })
    start = Math.max(start, index + seam.length)
  }
  if (start < text.length) found.push({ start, end: text.length })
  return found.filter((one) => /[\p{L}\p{N}]/u.test(text.slice(one.start, one.end)))
}

/** What an assistant says of its own doing is less useful than what it then says of the code. */
const NARRATION = /^(?:i (?:looked|checked|read|will|have|am)|i['’](?:ll|ve|m)|let me)\b/i
const NARRATED = 0.5

/** The one whose title and whose snippet together have most of the question; the title counts twice. */
const bestOf = (
  text: string,
  statements: readonly Range[],
  matches: readonly Match[],
): Range | undefined => {
  let best: (Range & { value: number }) | undefined
  let nth = 0
  for (const [place, statement] of statements.entries()) {
    while ((matches[nth]?.start ?? Number.POSITIVE_INFINITY) < statement.start) nth++
    const first = matches[nth]
    if (first === undefined) break
    if (first.end > statement.end) continue
    const one = titled(text, statements, place, first)
    const said = Math.min(statement.end, one.start + TITLE_CHARS)
    const met =
      2 * worthFrom(matches, nth, said) + worthFrom(matches, nth, one.start + SNIPPET_CHARS)
    const value = met * (NARRATION.test(text.slice(one.start, said)) ? NARRATED : 1)
    if (best === undefined || value > best.value) best = { ...one, value }
  }
  return best
}

/** Where a title of a statement begins and ends, so that its first match is in it. */
const titled = (text: string, statements: readonly Range[], place: number, first: Match): Range => {
  const { start, end } = statements[place] ?? { start: 0, end: text.length }
  if (first.end <= start + TITLE_CHARS - 1) return { start, end: endOf(text, statements, place) }
  return { start: wordStart(text, first.start - LEAD_CHARS, first.start), end }
}

/** A statement that says next to nothing goes on into the next, where that is no entry of a list. */
const endOf = (text: string, statements: readonly Range[], place: number): number => {
  const one = statements[place]
  const next = statements[place + 1]
  if (one === undefined) return 0
  const isShort = one.end - one.start < MIN_STATEMENT_CHARS
  return isShort && next !== undefined && text.slice(one.end, next.start).trim() === ''
    ? next.end
    : one.end
}

const firstOf = (text: string, statements: readonly Range[]): Range => {
  const [first] = statements
  return first === undefined
    ? { start: Math.max(0, text.search(/\S/)), end: text.length }
    : { start: first.start, end: endOf(text, statements, 0) }
}
