import { normalise, tokenise } from './words.ts'

/** In how many texts of a project each term occurs, and which words occur in lower case, so that a capital at the start of a sentence is no name. */
export type Corpus = { size: number; frequency: Map<string, number>; lowercase: Set<string> }

/** What of a text counts in a corpus. */
export type Terms = { terms: ReadonlySet<string>; lowercase: readonly string[] }

/** The terms of a text. What `analyseStatement` finds is among them. */
export const termsOf = (text: string): Terms => {
  const tokens = tokenise(normalise(text))
  return {
    terms: new Set(tokens.map(({ term }) => term)),
    lowercase: [...new Set(tokens.flatMap(({ raw, lower }) => (raw === lower ? [lower] : [])))],
  }
}

export const corpusOf = (texts: Iterable<string>, read = termsOf): Corpus => {
  const corpus: Corpus = { size: 0, frequency: new Map(), lowercase: new Set() }
  for (const text of texts) addToCorpus(corpus, read(text))
  return corpus
}

const addToCorpus = (corpus: Corpus, { terms, lowercase }: Terms): void => {
  corpus.size += 1
  for (const term of terms) corpus.frequency.set(term, (corpus.frequency.get(term) ?? 0) + 1)
  for (const word of lowercase) corpus.lowercase.add(word)
}

export const idf = (corpus: Corpus, term: string): number =>
  Math.log(1 + (corpus.size + 1) / ((corpus.frequency.get(term) ?? 0) + 0.5))

export const weightOf = (corpus: Corpus, terms: Iterable<string>): number =>
  [...terms].reduce((total, term) => total + idf(corpus, term), 0)
