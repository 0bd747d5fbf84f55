import { COMES_NEXT, NOUN_FIRST, OPENINGS, ORDERS, REPORTS, SAYS_WHY, TAKES_BACK } from './words.ts'

/** A sentence of what somebody said, and what it is good for as a reason. */
export type Sentence = {
  text: string
  /** Whether it orders, plans or reports that something is taken back. */
  takesBack: boolean
  /** Only under a condition: whether it came true is said later. */
  isConditional: boolean
  /** Whether it says how something is, beside what it orders. */
  states: boolean
  saysWhy: boolean
}

const SHORTEST = 4
const LONGEST = 1_000
const CONDITION = /(?:^|[\s,;])(?:if|unless|in case|wenn|falls|sofern|indien|jeśli|если)\s/iu
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Sentences of prose; code says nothing of why. */
export const sentencesOf = (text: string): Sentence[] =>
  text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .split(/(?<=[.!?]["'”»)]?)\s+|(?<=[。！？])|\n+/u)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter(({ length }) => length >= SHORTEST && length <= LONGEST)
    .map(read)

const read = (text: string): Sentence => {
  const takesBack = TAKES_BACK.test(text)
  const clauses = clausesOf(text)
  const said = clauses.filter((clause) => !isOrder(clause) && isLongEnough(clause))
  return {
    text,
    takesBack,
    isConditional: takesBack && CONDITION.test(text),
    states: said.length > 0 && !COMES_NEXT.test(text) && !isQuestion(text, takesBack),
    saysWhy: said.some((clause) => SAYS_WHY.test(clause) || LEADS_ON.test(clause)),
  }
}

/** How a clause begins that is the cause or the consequence of another. */
const LEADS_ON = /^(?:as|so|but)\s/i

/** A cause begins a clause of its own, whatever stands before it. */
const clausesOf = (text: string): string[] =>
  text
    .split(/[,;:]\s+|\s[–—-]\s|[，、；：]|\s+(?=(?:because|since|so that|due to)\s)/iu)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')

const isOrder = (clause: string): boolean => {
  const rest = clause.replace(OPENINGS, '')
  const isAsked = ORDERS.test(rest) && !NOUN_FIRST.test(rest)
  return isAsked || REPORTS.test(rest) || TAKES_BACK.test(clause)
}

/** Four words say something; of scripts without spaces eight letters do. */
const isLongEnough = (clause: string): boolean =>
  clause.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length >= 4 ||
  (clause.match(EAST_ASIAN) ?? []).length >= 8

export const hasEastAsian = (text: string): boolean => (text.match(EAST_ASIAN) ?? []).length > 0

/** What only asks says nothing; what asks for something to be undone says why while it asks. */
const isQuestion = (text: string, takesBack: boolean): boolean =>
  /[?？]["'”»)]?$/u.test(text) && !takesBack && !SAYS_SO.test(text)

/** "Did you know that …?", "Why would we want that when …?" */
const SAYS_SO =
  /\b(?:know|see|notice|realis|realiz|aware|why would|isn't|doesn't|aren't|wasn't)\w*\b/i
