import { STOP_STEMS } from '../../text/stop-stems.ts'
import type { Term, WeighedTerm } from '../query/question-terms.ts'
import { inverseFrequency } from './bm25.ts'

/** A longer word in which a part stands, and how many documents have it. */
export type LongerFound = { part: string; lexeme: string; documents: number }

/** Fewer letters stand in too many words by chance: "lock" in "block" and in "clock". */
const WORD = /^\p{L}{5,40}$/u
const MAX_PARTS = 6
/** Of scripts without spaces, which are indexed by pairs of characters. */
const LONE_CHARACTER =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u

/**
 * Words of a question that may stand within longer ones, the longest first: "Datenbank" in "Datenbankverbindung", 鍵 in 合鍵. What is
 * said in several words of one language is one word in another.
 */
export const partsSought = (terms: readonly Term[]): string[] => {
  const words = terms.flatMap(({ kind, lexemes: [lexeme = ''] }) =>
    kind === 'word' && !STOP_STEMS.has(lexeme) ? [lexeme] : [],
  )
  return words
    .filter((word) => WORD.test(word) || LONE_CHARACTER.test(word))
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_PARTS)
}

export const withLonger = (
  term: WeighedTerm,
  found: readonly LongerFound[],
  documents: number,
): WeighedTerm => {
  const [part] = term.lexemes
  const longer = found.filter(
    (one) => term.kind === 'word' && one.part === part && !term.lexemes.includes(one.lexeme),
  )
  if (longer.length === 0) return term
  const all = longer.reduce((sum, one) => sum + one.documents, term.documents)
  const containing = Math.min(documents, all)
  return {
    ...term,
    longer: {
      lexemes: longer.map(({ lexeme }) => lexeme),
      documents: containing,
      idf: inverseFrequency(documents, containing),
    },
  }
}
