import { splitSentences } from '../text/sentences.ts'

/** What a comment of a review teaches beyond the lines that it is about. */
export type ReviewLesson = { kind: 'convention' | 'gotcha'; statement: string; reason: string }

const FENCES = /(`{3,}|~{3,})[\s\S]*?(?:\1|$)/g
const LINES_LEFT_OUT = /^\s*(?:>|#{1,6}\s|[-*]\s*\[[ x]\]|<!--|!\[)/
const MIN_WORDS = 5
const MAX_CHARS = 300

/** It says what always holds, here. */
const CONVENTION =
  /\b(?:we (?:always|never|do not|don['’]t|only|use|prefer|avoid|keep|require)|our (?:convention|rule|style|policy)|by convention|the convention (?:is|here)|always|never|must (?:always|never|not)|should (?:always|never))\b/i

/** It says what goes wrong, and when. */
const FAILS =
  /\b(?:breaks?|will (?:break|fail|crash|deadlock|leak|hang|time out)|fails?|crash(?:es)?|deadlocks?|leaks?|hangs?|drops?|loses?|corrupts?|silently \w+)\b/i
const WHEN = /\b(?:when|whenever|if|once|unless|while|because|otherwise|every time|as soon as)\b/i

/** It is about these lines alone, asks, doubts, thanks, or is about manners. */
const OF_THIS_ALONE =
  /^(?:nit\b|typo\b|please\b|can (?:you|we)\b|could (?:you|we)\b|would you\b|should (?:we|this|it)\b|why\b|maybe\b|perhaps\b|i (?:think|guess|wonder|would|'d)\b|thanks?\b|lgtm\b|good\b|nice\b|great\b|let['’]s\b|rename\b|remove\b|move\b|add\b|you\b|this\b|that\b|these\b|here\b|it\b)|\b(?:this (?:line|variable|function|method|test|name|comment|one)|typo|above|below|in this pr|in this pull request|right here|not sure|i think|imho|todo)\b/i

const linesOf = (body: string): string =>
  body
    .replace(FENCES, '\n')
    .split(/\r?\n/)
    .filter((line) => !LINES_LEFT_OUT.test(line))
    .join('\n')

const wordsOf = (text: string): number => (text.match(/[\p{L}\p{N}]+/gu) ?? []).length

const kindOf = (sentence: string): ReviewLesson['kind'] | undefined => {
  if (/\?\s*$/.test(sentence) || OF_THIS_ALONE.test(sentence)) return undefined
  if (sentence.length > MAX_CHARS || wordsOf(sentence) < MIN_WORDS) return undefined
  if (CONVENTION.test(sentence)) return 'convention'
  return FAILS.test(sentence) && WHEN.test(sentence) ? 'gotcha' : undefined
}

const REASON = /^(?:otherwise|because|since|so that|that way|it (?:breaks|fails|would|will))\b/i

/**
 * The first sentence that says what holds beyond these lines, with the next one where that says why. Undefined where none does: a request
 * to change a line is followed and forgotten. Rather none than a wrong one.
 */
export const lessonOf = (body: string): ReviewLesson | undefined => {
  const sentences = linesOf(body)
    .split(/\n{2,}/)
    .flatMap((paragraph) => splitSentences(paragraph.replace(/\s+/g, ' ').trim(), { typed: true }))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
  for (const [at, statement] of sentences.entries()) {
    const kind = kindOf(statement)
    if (kind === undefined) continue
    const next = sentences[at + 1] ?? ''
    return { kind, statement, reason: REASON.test(next) ? next.slice(0, 500) : '' }
  }
  return undefined
}
