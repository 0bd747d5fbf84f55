import { normalise, tokenise } from './words.ts'

/** A few words before it, and no other clause between. */
const DENIED = /(?:\bnot|n't|\bno longer|\bnever)(?:\s+(?!but\b|only\b|just\b)[\w-]+){0,3}\s+$/i

/** Terms that a sentence says are not so, also where words stand between: "not drawn by Leaflet". */
export const deniedTerms = (sentence: string): string[] => {
  const text = normalise(sentence)
  return tokenise(text)
    .filter(({ at }) => DENIED.test(text.slice(0, at)))
    .map(({ term }) => term)
}
