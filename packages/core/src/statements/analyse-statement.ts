import type { Corpus } from './corpus.ts'
import { denialsBy } from './denial.ts'
import {
  ALTERNATIVES,
  CHANGE,
  DENY_AFTER,
  DENY_BEFORE,
  NEGATION,
  SCOPED,
  SCOPES,
  STOP,
  UNIT,
} from './lexicon.ts'
import { type Quantity, quantities } from './quantities.ts'
import { normalise, stem, type Token, tokenise } from './words.ts'

type Segment = {
  terms: Set<string>
  quantities: readonly Quantity[]
  text: string
  hasVerb: boolean
}

/** What a statement says, taken apart once. */
export type StatementParts = {
  text: string
  segments: Segment[]
  terms: Set<string>
  /** Products, identifiers and the like. */
  names: Set<string>
  /** What it says is not, or not any more. */
  denied: Set<string>
  quantities: readonly Quantity[]
  /** Those of what is decided, without those of the reason. */
  main: readonly Quantity[]
  mainTerms: Set<string>
  change: number
  negations: number
  isScoped: boolean
  scopes: Map<string, Set<string>>
  order: string[]
  words: Set<string>
}

const FAMILIES = new Map<string, number[]>()
ALTERNATIVES.forEach((line, index) => {
  for (const name of line) {
    const key = stem(name.replaceAll('-', ''))
    FAMILIES.set(key, [...(FAMILIES.get(key) ?? []), index])
  }
})

/** `eu-west-1`, `us-central1`. */
const REGION = /^[a-z]{2}-[a-z]+-?\d$/

/** Two names that can fill one slot: listed alternatives, two paths, or two regions. */
export const areOfOneFamily = (left: string, right: string): boolean =>
  (left.includes('/') && right.includes('/')) ||
  (REGION.test(left) && REGION.test(right)) ||
  (FAMILIES.get(left) ?? []).some((family) => FAMILIES.get(right)?.includes(family))

const VERB =
  /\b(?:is|are|was|were|has|have|had|\w+(?:ed|s)|run|use|live|keep|come|go|get|need|must|may|can|cannot|never|be)\b/

const isScopeWord = (word: string): boolean =>
  Object.values(SCOPES).some((members) => members.has(word))

const isName = (token: Token, isFirst: boolean, corpus: Corpus): boolean => {
  const { raw, lower, term, isPart } = token
  if (isPart || /^v?\d/.test(raw) || STOP.has(lower) || CHANGE.has(lower) || NEGATION.has(lower))
    return false
  if (FAMILIES.has(term)) return true
  if (/^[a-z]+$/.test(raw)) return false
  if (/[_/@:.#]|[a-z][A-Z]|\d/.test(raw)) return true
  if (!/[A-Z]/.test(raw) || isScopeWord(lower)) return false
  if (!isFirst) return true
  return !corpus.lowercase.has(lower) && raw.length > 2 && (corpus.frequency.get(term) ?? 0) < 3
}

/** A hyphenated word counts as its parts unless it is a known name. */
const read = (text: string): Token[] =>
  tokenise(text).filter(
    (token) => !/^[a-z]+(?:-[a-z]+)+$/.test(token.lower) || FAMILIES.has(token.term),
  )

/** Where the reason begins: its numbers and scopes are not what is decided. */
const reasonAt = (text: string): number =>
  20 +
  (/[;—]|\.\s|, (?!(?:and|or|not|never|only)\b)|\b(?:because|since|so|after|when|now that)\b/.exec(
    text.slice(20),
  )?.index ?? text.length)

const segmentsOf = (text: string): Segment[] =>
  text
    .split(/[;—]|:\s|,\s|\.\s|\b(?:because|since|so that|so the|and)\b/)
    .filter((part) => part.trim() !== '')
    .map((part) => ({
      text: part,
      quantities: quantities(part),
      hasVerb: VERB.test(part),
      terms: new Set(
        read(part)
          .filter(
            ({ lower, raw }) =>
              !STOP.has(lower) && !UNIT.has(lower) && !CHANGE.has(lower) && !/^\d/.test(raw),
          )
          .map(({ term }) => term),
      ),
    }))

const denialsIn = denialsBy({ before: DENY_BEFORE, after: DENY_AFTER })

const scopesOf = (tokens: readonly Token[]): Map<string, Set<string>> => {
  const scopes = new Map<string, Set<string>>()
  for (const { lower } of tokens)
    for (const [dimension, members] of Object.entries(SCOPES)) {
      const member = [lower, lower.replace(/s$/, '')].find((word) => members.has(word))
      if (member !== undefined)
        scopes.set(dimension, (scopes.get(dimension) ?? new Set()).add(member))
    }
  return scopes
}

export const analyseStatement = (source: string, corpus: Corpus): StatementParts => {
  const text = normalise(source)
  const tokens = read(text)
  const reason = reasonAt(text)
  const decided = tokens.filter(({ at }) => at < reason)
  const startsAt = ({ at }: Token) => at === 0 || /[.;:!?]\s*$/.test(text.slice(0, at))
  const segments = segmentsOf(text)
  const isDenied = denialsIn(text)
  const announced = /\bnow\b|from \S+ to |(?:is|was) (?:out|gone)|went back|back to/i.test(text)
  return {
    text,
    segments,
    terms: new Set(segments.flatMap(({ terms }) => [...terms])),
    names: new Set(
      tokens.filter((token) => isName(token, startsAt(token), corpus)).map(({ term }) => term),
    ),
    denied: new Set(
      tokens.filter((token) => !STOP.has(token.lower) && isDenied(token)).map(({ term }) => term),
    ),
    quantities: quantities(text),
    main: quantities(text.slice(0, reason)),
    mainTerms: new Set(decided.map(({ term }) => term)),
    change: tokens.filter(({ lower }) => CHANGE.has(lower)).length + (announced ? 1 : 0),
    negations: decided.filter(({ lower }) => NEGATION.has(lower)).length,
    isScoped: SCOPED.test(text),
    scopes: scopesOf(decided),
    order: tokens.filter(({ lower }) => !STOP.has(lower)).map(({ term }) => term),
    words: new Set(tokens.map(({ lower }) => lower)),
  }
}
