import { quoteLexeme } from '../../text/analyse.ts'
import type { Lexemes } from '../../text/derive-lexemes.ts'
import { STOP_STEMS } from '../../text/stop-stems.ts'
import { tokenise } from '../../text/tokenise.ts'
import type { Clause, TypedQuery } from './query.types.ts'

/** Something to look for. Any of `lexemes` is an occurrence of it. */
export type Term = {
  kind: 'word' | 'whole'
  lexemes: readonly string[]
  /** How often it was asked for. */
  times: number
}

/** A term with what the statistics say of it. */
export type WeighedTerm = Term & {
  /** Documents that contain it. */
  documents: number
  /** What one occurrence is worth: its inverse document frequency. */
  idf: number
  /** Longer words that it is a part of. */
  longer?: LongerWords | undefined
}

export type LongerWords = {
  lexemes: readonly string[]
  /** Documents that contain it or one of these. */
  documents: number
  idf: number
}

/** What a question looks for, in the text index's terms. The tsqueries are null where there is nothing to say. */
export type QuestionTerms = {
  terms: Term[]
  /** Stop words. Nothing is found by them; between texts that have other words of the question they count. */
  common: string[]
  /** Phrases, one tsquery: all of them must be there. Costly to check. */
  required: string | null
  /** The same without the order of the words, which the index alone can answer. */
  requiredWords: string | null
  /** A phrase gives way to its words where nothing contains it. */
  hasPhrase: boolean
  /** What "AND" stands beside, in any order of its words; it never gives way. */
  demanded: string | null
  /** All that was asked for. */
  everything: string | null
  excluded: string | null
  /** Share of the words that are identifiers, paths and the like: 0 for prose, 1 for a bare symbol. */
  identifierShare: number
  /** The question as a model should read it. */
  prose: string
}

const MAX_TERMS = 64
const MAX_COMMON = 12
const MAX_PHRASE_WORDS = 24
const MAX_PROSE_CHARS = 2_000

type Run = { lexemes: Lexemes; text: string }

const runsOf = (text: string): Run[] => {
  const runs: Run[] = []
  tokenise(text, (lexemes, start, end) => runs.push({ lexemes, text: text.slice(start, end) }))
  return runs
}

export const questionTerms = (query: TypedQuery): QuestionTerms => {
  const clauses = query.groups.flat()
  const runs = clauses.flatMap(({ text }) => runsOf(text))
  const demanded = meaningfulOf(query.demanded)
  const hasPhrase = (group: Clause[]) => group.some(({ kind }) => kind === 'phrase')
  const strict = query.groups.filter((group) => demanded.includes(group) || hasPhrase(group))
  const collected = collectTerms(runs)
  return {
    ...collected,
    common: commonIn(runs, collected.terms),
    required: asTyped(strict),
    requiredWords: inAnyOrder(strict),
    hasPhrase: strict.some(hasPhrase),
    demanded: inAnyOrder(demanded),
    everything: asTyped(meaningfulOf(query.groups)),
    excluded: anyOf(query.excluded.map(orderedQuery)),
    prose: clauses
      .map(({ text }) => text)
      .join(' ')
      .slice(0, MAX_PROSE_CHARS),
  }
}

/** Phrases word for word. */
const asTyped = (groups: readonly Clause[][]): string | null =>
  allOf(
    groups.map((group) =>
      anyOf(group.map((one) => (one.kind === 'phrase' ? orderedQuery(one) : spelledQuery(one)))),
    ),
  )

const inAnyOrder = (groups: readonly Clause[][]): string | null =>
  allOf(
    groups.map((group) =>
      anyOf(group.map((one) => (one.kind === 'phrase' ? unorderedQuery(one) : spelledQuery(one)))),
    ),
  )

/** A text need not have words that say nothing, such as "the", unless nothing else was asked for. */
const meaningfulOf = (groups: readonly Clause[][]): readonly Clause[][] => {
  const says = ({ text }: Clause) => runsOf(text).some(({ lexemes }) => lexemes.weight > 0)
  const meaningful = groups.filter((group) => group.some(says))
  return meaningful.length > 0 ? meaningful : groups
}

const collectTerms = (runs: readonly Run[]): Pick<QuestionTerms, 'terms' | 'identifierShare'> => {
  const contentRuns = runs.filter(({ lexemes }) => lexemes.weight > 0)
  // A question of stop words alone asks for just these.
  const asked = contentRuns.length > 0 ? contentRuns : runs
  const keepsStopWords = contentRuns.length === 0
  const terms = new Map<string, { kind: Term['kind']; lexemes: string[]; times: number }>()
  const add = (kind: Term['kind'], lexemes: string[]): void => {
    const key = lexemes[0] ?? ''
    const known = terms.get(key)
    if (known !== undefined) known.times++
    else if (terms.size < MAX_TERMS) terms.set(key, { kind, lexemes, times: 1 })
  }
  for (const { lexemes, text } of asked) {
    for (const word of lexemes.words) {
      if (!keepsStopWords && STOP_STEMS.has(word)) continue
      add('word', spellings(word, lexemes, text))
    }
    for (const { lexeme } of lexemes.wholes) add('whole', [lexeme])
  }
  const identifiers = asked.filter(({ lexemes }) => lexemes.wholes.length > 0)
  return {
    terms: [...terms.values()],
    identifierShare: asked.length === 0 ? 0 : identifiers.length / asked.length,
  }
}

/** Stop words that are asked for beside others. */
const commonIn = (runs: readonly Run[], terms: readonly Term[]): string[] => {
  const sought = new Set(terms.flatMap(({ lexemes }) => lexemes))
  const words = runs.flatMap(({ lexemes }) => lexemes.words)
  const common = words.filter((word) => STOP_STEMS.has(word) && !sought.has(word))
  return [...new Set(common)].slice(0, MAX_COMMON)
}

/** `parseargs` is stemmed to `parsearg`, but `parseArgs` is indexed whole as `parseargs`. */
const spellings = (word: string, { words, wholes }: Lexemes, text: string): string[] => {
  const whole = text.toLowerCase()
  const isPlain = words.length === 1 && wholes.length === 0
  return isPlain && whole !== word ? [word, whole] : [word]
}

const wordsOf = ({ text }: Clause): { words: string[]; wholes: string[] } => {
  const runs = runsOf(text)
  return {
    words: runs.flatMap(({ lexemes }) => lexemes.words).slice(0, MAX_PHRASE_WORDS),
    wholes: runs
      .flatMap(({ lexemes }) => lexemes.wholes.map(({ lexeme }) => lexeme))
      .slice(0, MAX_PHRASE_WORDS),
  }
}

const orderedQuery = (clause: Clause): string | null => {
  const { words, wholes } = wordsOf(clause)
  const phrase = words.length === 0 ? [] : [`(${words.map(quoteLexeme).join(' <-> ')})`]
  return allOf([...phrase, ...wholes.map(quoteLexeme)])
}

/** A word in each of its spellings. */
const spelledQuery = ({ text }: Clause): string | null =>
  allOf(
    runsOf(text)
      .slice(0, MAX_PHRASE_WORDS)
      .map(({ lexemes, text: run }) =>
        allOf([
          ...lexemes.words.map((word) => anyOf(spellings(word, lexemes, run).map(quoteLexeme))),
          ...lexemes.wholes.map(({ lexeme }) => quoteLexeme(lexeme)),
        ]),
      ),
  )

const unorderedQuery = (clause: Clause): string | null => {
  const { words, wholes } = wordsOf(clause)
  return allOf([...new Set([...words, ...wholes])].map(quoteLexeme))
}

const join = (queries: readonly (string | null)[], operator: '&' | '|'): string | null => {
  const parts = queries.filter((query) => query !== null)
  return parts.length === 0 ? null : `(${parts.join(` ${operator} `)})`
}

/** tsqueries joined by AND; null parts say nothing. */
export const allOf = (queries: readonly (string | null)[]): string | null => join(queries, '&')
/** tsqueries joined by OR; null parts say nothing. */
export const anyOf = (queries: readonly (string | null)[]): string | null => join(queries, '|')

/** tsquery of a term. */
export const termQuery = ({ lexemes }: Pick<Term, 'lexemes'>): string =>
  lexemes.length === 1 ? quoteLexeme(lexemes[0] ?? '') : `(${lexemes.map(quoteLexeme).join(' | ')})`

/** tsquery of a term and of the longer words that it is a part of. */
export const reachQuery = ({ lexemes, longer }: Pick<WeighedTerm, 'lexemes' | 'longer'>): string =>
  termQuery({ lexemes: [...lexemes, ...(longer?.lexemes ?? [])] })

/** What the statistics say of the words of a question. */
export type WeighedWords = {
  terms: readonly WeighedTerm[]
  common: readonly { lexeme: string; idf: number }[]
}

/** What is counted in each document: the terms, the longer words of those that have any, and the stop words. */
export const measuresOf = ({ terms, common }: WeighedWords): string[] => [
  ...terms.map(termQuery),
  ...terms.flatMap(({ longer }) => (longer === undefined ? [] : [termQuery(longer)])),
  ...common.map(({ lexeme }) => quoteLexeme(lexeme)),
]
