import { normalise, tokenise } from './words.ts'

/** In how many texts of a project each term occurs, and which words occur in lower case, so that a capital at the start of a sentence is no name. */
export type Corpus = { size: number; frequency: Map<string, number>; lowercase: Set<string> }

export const corpusOf = (texts: Iterable<string>): Corpus => {
  const corpus: Corpus = { size: 0, frequency: new Map(), lowercase: new Set() }
  for (const text of texts) addToCorpus(corpus, text)
  return corpus
}

export const addToCorpus = (corpus: Corpus, text: string): void => {
  const tokens = tokenise(normalise(text))
  corpus.size += 1
  for (const term of new Set(tokens.map((token) => token.term)))
    corpus.frequency.set(term, (corpus.frequency.get(term) ?? 0) + 1)
  for (const { raw, lower } of tokens) if (raw === lower) corpus.lowercase.add(lower)
}

export const idf = (corpus: Corpus, term: string): number =>
  Math.log(1 + (corpus.size + 1) / ((corpus.frequency.get(term) ?? 0) + 0.5))

export const weightOf = (corpus: Corpus, terms: Iterable<string>): number =>
  [...terms].reduce((total, term) => total + idf(corpus, term), 0)
