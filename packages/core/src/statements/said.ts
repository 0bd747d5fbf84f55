import { denialsBy } from './denial.ts'
import { STOP, UNIT } from './lexicon.ts'
import { DENIES_BEFORE, DENIES_NEXT, LIKELY_VERB, NARROW, PRONOUNS, SIGN } from './said-words.ts'
import { clauseOf } from './topic/index.ts'
import { normalise, type Token, tokenise } from './words.ts'

/** What somebody said in a sentence, taken apart to be compared with what was said before. */
export type Said = {
  text: string
  /** Content words by their stems, as they are written first. */
  terms: ReadonlyMap<string, Token>
  /** Those before the verb, or of what an order is about. */
  subject: ReadonlySet<string>
  /** What it says is not so, or not any more. */
  denied: ReadonlySet<string>
  /** It holds for a part, for a time, or beside something. */
  isNarrow: boolean
  /** It has a word by which people say that something changed. */
  hasSign: boolean
  /** Of the value that it takes the place of, as whoever read it has named it; empty where nobody has. */
  replaced: ReadonlySet<string>
}

export const readSaid = (source: string): Said => {
  const text = normalise(source).trim()
  const tokens = tokenise(text).filter(isContent)
  const terms = new Map<string, Token>()
  for (const token of tokens) if (!terms.has(token.term)) terms.set(token.term, token)
  return {
    text,
    terms,
    subject: termsOf(tokenise(subjectOf(text)).filter(isContent)),
    denied: termsOf(tokens.filter(denialsIn(text))),
    isNarrow: NARROW.test(text),
    hasSign: SIGN.test(text),
    replaced: new Set(),
  }
}

/** A statement of which it is known what it takes the place of. */
export const readReplacing = (statement: string, replaces: string): Said => ({
  ...readSaid(`${statement.replace(/[.!]$/, '')}, instead of ${replaces}`),
  replaced: termsOf(tokenise(normalise(replaces)).filter(isContent)),
})

const termsOf = (tokens: readonly Token[]): Set<string> => new Set(tokens.map(({ term }) => term))

const isContent = ({ lower, raw }: Token): boolean =>
  !(STOP.has(lower) || UNIT.has(lower) || PRONOUNS.has(lower)) &&
  !/^\d/.test(raw) &&
  lower.length > 1

const denialsIn = denialsBy({ before: DENIES_NEXT, after: DENIES_BEFORE })

const LABEL = /^([^:.,]{2,40}):\s/
const ORDER = /^(?:no more|no|stop|never|don't|do not|always|please)\s+(.{2,60})/i
const PLACE =
  /\s(?:to|from|in|into|with|by|at|on|after|before|through|via|as|of|for|instead)\s|[,.]/

/** "routing: Valhalla", "no more names on the list", "badge login is gone", "stow the dish from …". */
const subjectOf = (text: string): string => {
  const label = LABEL.exec(text)?.[1]
  if (label !== undefined) return label
  const denied = /^no (?:more )?(.{2,60})/i.exec(text)?.[1]
  if (denied !== undefined) return denied.split(PLACE)[0] ?? denied
  const clause = clauseOf(text)
  if (clause !== undefined && clause.subject.length > 0) return clause.subject.join(' ')
  const likely = clause === undefined ? LIKELY_VERB.exec(text)?.[1] : undefined
  if (likely !== undefined) return likely
  const rest = clause?.rest.join(' ') ?? ORDER.exec(text)?.[1] ?? text
  return rest.split(PLACE)[0] ?? rest
}

const LEAST = 4
const MOST_ENDING = 5

/** "decoder" and "decoding", "booking" and "booked": one word by its stem, as far as letters show it. */
const areAkin = (a: string, b: string): boolean => {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  return at >= LEAST && at >= short.length - 2 && long.length - at <= MOST_ENDING
}

export const findsAkin = (terms: Iterable<string>, term: string): boolean => {
  for (const one of terms) if (areAkin(one, term)) return true
  return false
}

/** A capital within a sentence, a digit or a sign within a word: a name of something. */
export const isNamed = ({ raw, at }: Token): boolean =>
  /[_/@.#\d]|[a-z][A-Z]|-/.test(raw) || (/^[A-Z]/.test(raw) && at > 0)
