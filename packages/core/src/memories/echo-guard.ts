import { type Corpus, corpusOf, weightOf } from './relate/corpus.ts'
import { NEGATION, STOP } from './relate/lexicon.ts'
import { quantities } from './relate/quantities.ts'
import { normalise, stem, tokenise } from './relate/words.ts'

/** What a passage says, as far as saying it again in other words keeps it: its stems, its numbers, whether it denies. */
type Fingerprint = { terms: Set<string>; numbers: Set<string>; isNegated: boolean }

/** Of the weight of a statement's words, so much must stand in one passage. */
const MOST = 0.62
/** And so much of the passage's words in the statement, so that a long passage does not hold everything. */
const LEAST_BACK = 0.3
const MIN_TERMS = 2
const MAX_PASSAGES = 4_000

const fingerprintOf = (text: string): Fingerprint => {
  const plain = normalise(text)
  const tokens = tokenise(plain).filter(({ isPart }) => !isPart)
  return {
    terms: new Set(
      tokens
        .filter(({ lower, raw }) => !STOP.has(lower) && !NEGATION.has(lower) && !/^\d/.test(raw))
        .map(({ term }) => sense(term)),
    ),
    numbers: new Set(quantities(plain).map(({ value, dim }) => `${value} ${dim.split(':')[0]}`)),
    isNegated: tokens.filter(({ lower }) => NEGATION.has(lower)).length % 2 === 1,
  }
}

/** Verbs and nouns that people exchange for one another when they say a thing again. */
const SENSES = new Map(
  [
    ['use', 'utilise', 'utilize', 'employ', 'rely', 'adopt', 'prefer', 'go'],
    ['run', 'execute', 'launch', 'start', 'invoke', 'call', 'trigger'],
    ['write', 'author', 'put', 'add', 'create', 'place'],
    ['never', 'avoid', 'not', 'forbid', 'ban', 'prohibit'],
    ['must', 'require', 'need', 'mandatory', 'always', 'should', 'have'],
    ['delete', 'remove', 'drop', 'erase', 'purge'],
    ['change', 'modify', 'edit', 'alter', 'touch', 'update'],
    ['file', 'document'],
    ['function', 'method', 'routine', 'helper'],
    ['error', 'failure', 'exception', 'fail'],
    ['folder', 'directory'],
    ['check', 'verify', 'validate', 'test', 'ensure'],
    ['commit', 'push', 'merge', 'land'],
    ['keep', 'store', 'hold', 'save', 'retain', 'live'],
    ['log', 'record', 'print'],
    ['fast', 'quick', 'quickly', 'rapid'],
    ['small', 'short', 'tiny', 'brief'],
  ].flatMap((line) => line.map((word): [string, string] => [stem(word), stem(line[0] ?? word)])),
)

const sense = (term: string): string => SENSES.get(term) ?? term

const passagesOf = (text: string): string[] =>
  text
    .split(/\n+|(?<=[.!?;])\s+/)
    .map((line) => line.replace(/^[\s#>*\-\d.)|]+/, '').trim())
    .filter((line) => line !== '')

export type EchoGuard = {
  /** Whether a statement only says again, perhaps in other words, what was put in front of the agent. */
  isEcho: (statement: string) => boolean
}

/** Remembers texts by fingerprints of their passages: what Teamlore injected, and what the project tells its agents. */
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
  return (
    weight >= MOST * weightOf(corpus, own.terms) &&
    weight >= LEAST_BACK * weightOf(corpus, known.terms)
  )
}
