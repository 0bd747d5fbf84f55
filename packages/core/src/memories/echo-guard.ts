import { type Corpus, corpusOf, weightOf } from '../statements/corpus.ts'
import { NEGATION, STOP } from '../statements/lexicon.ts'
import { quantities } from '../statements/quantities.ts'
import { normalise, stem, tokenise } from '../statements/words.ts'

/** What a passage says, as far as saying it again in other words keeps it: its stems, its numbers, whether it denies. */
type Fingerprint = { terms: Set<string>; numbers: Set<string>; isNegated: boolean }

/** Of the weight of a statement's words, so much must stand in one passage. */
const MOST = 0.55
/** And so much of the passage's words in the statement, so that a long passage does not hold everything. */
const LEAST_BACK = 0.4
/** A word that the texts do not have at all may be filling, or news: it counts for less than a rare one of theirs. */
const UNKNOWN_WORD = 0.45
const MIN_TERMS = 2
const MAX_PASSAGES = 4_000
const MAX_PASSAGE_CHARS = 600

const fingerprintOf = (text: string): Fingerprint => {
  const plain = normalise(text.replace(NO_MORE, 'at most'))
  const tokens = tokenise(plain).filter(({ isPart }) => !isPart)
  return {
    terms: new Set(
      tokens
        .filter(({ lower, raw }) => !STOP.has(lower) && !NEGATION.has(lower) && !/^\d/.test(raw))
        .map(({ term }) => sense(term)),
    ),
    numbers: new Set(quantities(plain).map(({ value, dim }) => `${value} ${dim.split(':')[0]}`)),
    isNegated:
      tokens.some(({ lower }) => DENIES.has(lower)) &&
      !tokens.some(({ lower }) => EXCEPTS.has(lower)),
  }
}

/** "must not have more than an hour" is at most an hour. */
const NO_MORE = /\b(?:not|never)\b(?: [\w.]+){0,6} (?:more|longer|larger) than\b/gi

/** "Never outside of X" is "only in X", and that is "always in X". */
const EXCEPTS = new Set('outside without only just exclusively solely apart except'.split(' '))

/** A rule says "not B" where who repeats it says "rather than B". */
const DENIES = new Set(
  [...NEGATION, 'avoid', 'avoided', 'instead', 'rather', 'prohibited'].filter(
    (word) => !EXCEPTS.has(word),
  ),
)

/** Verbs and nouns that people exchange for one another when they say a thing again. */
const SENSES = new Map(
  [
    ['use', 'utilise', 'utilize', 'employ', 'rely', 'adopt', 'prefer', 'go', 'via', 'through'],
    ['run', 'execute', 'launch', 'invoke', 'call', 'trigger', 'execution'],
    ['start', 'begin', 'startup', 'boot', 'starting'],
    ['read', 'load', 'take', 'fetch', 'come', 'loaded', 'taken'],
    ['talk', 'reach', 'contact', 'speak', 'access'],
    ['inside', 'within', 'in', 'into'],
    ['once', 'single'],
    ['follow', 'accord', 'according', 'adhere'],
    ['night', 'nightly'],
    ['split', 'divide', 'break'],
    ['manual', 'manually', 'hand'],
    ['write', 'author', 'put', 'add', 'create', 'place', 'written'],
    ['never', 'avoid', 'not', 'forbid', 'ban', 'prohibit'],
    ['must', 'require', 'need', 'mandatory', 'always', 'should', 'have'],
    ['delete', 'remove', 'drop', 'erase', 'purge'],
    ['change', 'modify', 'edit', 'alter', 'touch', 'update', 'changed', 'edited'],
    ['file', 'document'],
    ['function', 'method', 'routine', 'helper'],
    ['error', 'failure', 'exception', 'fail'],
    ['folder', 'directory'],
    ['check', 'verify', 'validate', 'test', 'ensure'],
    ['commit', 'push', 'merge', 'land'],
    ['keep', 'store', 'hold', 'save', 'retain', 'live', 'lie', 'belong', 'kept', 'stored'],
    ['log', 'record', 'print'],
    ['fast', 'quick', 'quickly', 'rapid'],
    ['small', 'short', 'tiny', 'brief'],
  ].flatMap((line) => line.map((word): [string, string] => [stem(word), stem(line[0] ?? word)])),
)

const sense = (term: string): string => SENSES.get(term) ?? term

const passagesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\n+/)
      // What is said in one line may be repeated whole, or a part of it.
      .flatMap((line) => [line, ...line.split(/(?<=[.!?;])\s+/)])
      .map((line) => line.replace(/^[\s#>*\-\d.)|]+/, '').trim())
      .filter((line) => line !== '' && line.length <= MAX_PASSAGE_CHARS),
  ),
]

export type EchoGuard = {
  /** Whether a statement only says again, perhaps in other words, what was put in front of the agent. */
  isEcho: (statement: string) => boolean
}

/** Remembers texts by fingerprints of their passages: what Teamlore injected, and what the project says to its agents. */
export const createEchoGuard = (texts: readonly string[]): EchoGuard => {
  const passages = texts.flatMap(passagesOf).slice(0, MAX_PASSAGES)
  const corpus = corpusOf(passages)
  const senses: Corpus = {
    ...corpus,
    frequency: new Map([...corpus.frequency].map(([term, count]) => [sense(term), count])),
  }
  const known = passages.map(fingerprintOf).filter(({ terms }) => terms.size >= MIN_TERMS)
  return {
    isEcho: (statement) => {
      const own = fingerprintOf(statement)
      return own.terms.size >= MIN_TERMS && known.some((one) => saysAgain(own, one, senses))
    },
  }
}

const saysAgain = (own: Fingerprint, known: Fingerprint, corpus: Corpus): boolean => {
  const shared = [...own.terms].filter((term) => known.terms.has(term))
  if (shared.length < MIN_TERMS) return false
  // Another number, or the contrary, is news.
  if ([...own.numbers].some((number) => !known.numbers.has(number))) return false
  if (own.isNegated !== known.isNegated) return false
  const weight = weightOf(corpus, shared)
  const unknown = [...own.terms].filter((term) => !corpus.frequency.has(term))
  const ownWeight = weightOf(corpus, own.terms) - (1 - UNKNOWN_WORD) * weightOf(corpus, unknown)
  return weight >= MOST * ownWeight && weight >= LEAST_BACK * weightOf(corpus, known.terms)
}
