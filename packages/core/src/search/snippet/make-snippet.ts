import { tokenise } from '../../text/tokenise.ts'

/** Half-open ranges of a text, in order, none touching another. */
type Ranges = [number, number][]

export type Snippet = {
  text: string
  highlights: Ranges
}

const DEFAULT_CHARS = 260
const LEAD_CHARS = 50

export type Match = { start: number; end: number; words: readonly string[]; worth: number }

/**
 * The stretch of a text that says most of what was asked, as plain text. Never longer than `maxChars`, and cut at
 * words where there are any.
 *
 * @param worth how much each lexeme of the question is worth.
 */
export const makeSnippet = (
  body: string,
  worth: ReadonlyMap<string, number>,
  maxChars = DEFAULT_CHARS,
): Snippet => {
  // One character for one character, so that places stay what they are.
  const text = body.replace(/[\n\r\t\f\v]/g, ' ')
  const matches = matchesIn(text, worth)
  return snippetAt(text, matches, startFor(text, matches, maxChars), maxChars)
}

/** The snippet of one line that begins at a place. */
export const snippetAt = (
  text: string,
  matches: readonly Match[],
  start: number,
  maxChars = DEFAULT_CHARS,
): Snippet => {
  const end = endFor(text, start, maxChars - (start > 0 ? 2 : 1))
  const prefix = start > 0 ? '…' : ''
  const shown = `${prefix}${text.slice(start, end)}${end < text.length ? '…' : ''}`
  const offset = prefix.length - start
  const inside = matches.filter((match) => match.start >= start && match.end <= end)
  return {
    text: shown,
    highlights: merged(inside.map((match) => [match.start + offset, match.end + offset])),
  }
}

/**
 * Where a text that is shown whole, such as a title, has what was asked for.
 *
 * @param worth has each lexeme of the question.
 */
export const marksIn = (text: string, worth: ReadonlyMap<string, number>): Ranges =>
  worth.size === 0 ? [] : merged(matchesIn(text, worth).map(({ start, end }) => [start, end]))

export const matchesIn = (text: string, worth: ReadonlyMap<string, number>): Match[] => {
  const matches: Match[] = []
  const isSought = beginsAsOneOf(worth)
  tokenise(
    text,
    ({ words, wholes }, start, end) => {
      const hit = words.filter((word) => worth.has(word))
      for (const { lexeme } of wholes) if (worth.has(lexeme)) hit.push(lexeme)
      if (hit.length === 0) return
      matches.push({
        start,
        end,
        words: hit,
        worth: Math.max(...hit.map((word) => worth.get(word) ?? 0)),
      })
    },
    isSought,
  )
  return matches
}

/** Most words of a text can be distinguished from those of a question by how they begin, without finding their stems. */
const beginsAsOneOf = (worth: ReadonlyMap<string, number>): ((plainWord: string) => boolean) => {
  const beginnings = new Set<string>()
  for (const lexeme of worth.keys()) beginnings.add(lexeme.slice(0, 2))
  return (word) => {
    const beginning = word.slice(0, 2).toLowerCase()
    return beginnings.has(beginning) || beginnings.has(beginning.slice(0, 1))
  }
}

/** Where the window of most worth begins. */
const startFor = (text: string, matches: readonly Match[], maxChars: number): number => {
  if (text.length <= maxChars) return 0
  const reach = maxChars - LEAD_CHARS
  let best = { start: 0, value: -1 }
  for (const [index, first] of matches.entries()) {
    const value = worthFrom(matches, index, first.start + reach)
    if (value > best.value) best = { start: first.start, value }
  }
  const wanted = Math.max(0, Math.min(best.start - LEAD_CHARS, text.length - maxChars + 2))
  return wanted === 0 ? 0 : wordStart(text, wanted, best.start)
}

const MAX_MATCHES_PER_WINDOW = 60

/** What the matches from one on say of the question, up to a place; a word counts fully once, then a tenth. */
export const worthFrom = (matches: readonly Match[], from: number, until: number): number => {
  const seen = new Set<string>()
  let value = 0
  const last = Math.min(matches.length, from + MAX_MATCHES_PER_WINDOW)
  for (let index = from; index < last; index++) {
    const match = matches[index]
    if (match === undefined || match.end > until) break
    const isNew = match.words.some((word) => !seen.has(word))
    value += isNew ? match.worth : match.worth / 10
    for (const word of match.words) seen.add(word)
  }
  return value
}

/** First word at or after `from`, but not behind `limit`. */
export const wordStart = (text: string, from: number, limit: number): number => {
  if (/\s/.test(text[from - 1] ?? ' ')) return from
  const space = text.indexOf(' ', from)
  return space === -1 || space + 1 > limit ? wholeCharacter(text, from) : space + 1
}

const endFor = (text: string, start: number, room: number): number => {
  if (text.length - start <= room) return text.length
  const hardEnd = start + room
  const space = text.lastIndexOf(' ', hardEnd)
  const end = space > start + room / 2 ? space : hardEnd
  return wholeCharacter(text, end)
}

/** Not between the halves of one character. */
const wholeCharacter = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return at > 0 && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}

const merged = (ranges: Readonly<Ranges>): Ranges => {
  const result: Ranges = []
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}
