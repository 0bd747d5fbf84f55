import { type Clause, clauseOf } from '../../statements/topic/index.ts'
import { isImperative } from '../wording/phrasing.ts'
import type { Candidate } from './candidate.ts'

/** "HarbourDesk: deploy on Node.js 22.": a name, and what holds of it. */
const LABELLED =
  /^(?!(?:users?|we|i|session|todo|note|error|warning|info|debug|hint|fixed?|feat|docs|chore|step|example|question|answer|re|ps|fyi|edit|update|result|summary|context|task|goal|plan|title|name|file|path|branch|log|output|input|usage|expected|actual|steps?)\b)[\p{L}`][\p{L}\p{N}_`.-]*(?: [\p{L}\p{N}_.-]+){0,6}: (?=\S)/iu
/** What was settled, or is otherwise since lately. */
const NEWS =
  /\b(?:(?:we|they|the team|\p{Lu}\p{Ll}+) (?:have |has |'ve )?(?:decided|agreed|settled|chose|chosen|switched|moved|dropped|retired|standardi[sz]ed)|is gone|are gone|no longer|not any ?more|any ?more\b|from (?:now|today|monday) on|from today|since (?:last )?(?:monday|tuesday|wednesday|thursday|friday|\w+day|week|month|spring|summer|autumn|winter)|was replaced|were replaced|has been (?:replaced|renamed|dropped|retired)|moved to|(?:is|are) called|renamed (?:to|as))\b/iu
const ASKED =
  /^(?:(?:also|and|so|but|ok(?:ay)?|please|pls|then|well|hmm?|hey|hi|yes|no|ah)[,.! ]+)*(?:can|could|do|does|did|is|are|was|were|why|what|how|where|when|which|who|should|would|will|shall|may|let's|lets|let us|let me|have a look|go ahead|make sure|i'd|i'll|i want|i need|i would|i like|i think|i thought|i guess|i believe|i hope|i'm|i am|i have|i've|i see|i get|you|your|it|this|that|these|those|they|there|he|she)\b/i
const MOMENT =
  /\b(?:today|yesterday|tomorrow|tonight|this (?:morning|afternoon|evening|week|session|time)|right now|just now|at the moment|so far|currently|for now|for the moment|last night|ago|still|already|finally|again|looks? like|seems?|maybe|perhaps|probably|guess|think|believe|wonder|hopefully|somehow|apparently|appears? (?:to|that)|might|could|would|should i|feel free|thanks|thank you|sorry|please|pls|i|i'm|my|me|you|your)\b/i
const COMPLAINT =
  /\b(?:bugs?|buggy|broken|breaks|crash(?:es|ed|ing)?|errors?|fail(?:s|ed|ing|ure)?|wrong(?:ly)?|weird|strange|missing|lost|stuck|hangs?|slow|doesn't work|not working|isn't working|ugly|mess|complain(?:s|ed)?|issue|problem|incorrect|unreadable|flaky|red|does(?:n't| not) exist|skipping|skipped|printscreen|screenshot|a bit|a little|too (?:much|many|big|small|long|short|wide|dark)|(?:is|are|looks?) (?:now )?different)\b|^\W*in (?:both|this|that|these|those|either) cases?\b|\(this is/i
const PAST =
  /^(?:was|were|had|did|didn't|wasn't|weren't|hadn't|began|broke|came|gave|ran|saw|threw|took|went|wrote|grew|fell|made|got|found|kept|left|lost|(?!need$)[a-z]+ed)$/i
/** Names, numbers and code: what a statement is about, and what makes it one of this project. */
const NAMED =
  /`[^`]+`|\b\w+(?:[._/-]\w+)+\b|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b[A-Z]{2,}\w*\b|\d|(?<=[\p{L}\p{N},;] )\p{Lu}\p{Ll}+/u

type Said = Pick<Candidate, 'text' | 'label'>

const bare = (word: string) => word.replace(/[,;:.!]+$/, '')

/** The word that follows the subject: "is", "must", "lives". */
const verbOf = (text: string, { subject }: Clause): string => {
  const words = text.split(/\s+/)
  const last = subject.at(-1)
  return words[last === undefined ? 0 : words.findIndex((word) => bare(word) === last) + 1] ?? ''
}

/** What stands before the reason: that alone has to hold. */
const mainOf = (text: string) =>
  text.split(/,? (?:because|since|so that|otherwise|or else|as)\b/i)[0] ?? text

const isWritten = (text: string) => /^[\p{Lu}`\d“"]/u.test(text) && /[.!)`”"]$/.test(text)
const isOfFailures = (text: string) =>
  /^(?:\w+ )?(?:errors?|crash(?:es)?|crash reports?|exceptions?|failures?|issues|bugs|problems)\b/i.test(
    text,
  )

/** A rule that is given for later, whatever else is asked for beside it. */
const GIVEN =
  /\b(?:never|always|must(?:n't| not)|may not|not allowed|forbidden|only ever|without exception|no exceptions|unless|from now on|whenever|every time|in general)\b/i

const wholeOf = ({ text, label }: Said) => (label === '' ? text : `${label}: ${text}`)

const isAsked = (whole: string) => ASKED.test(whole) || /\?["'”)]*$/.test(whole)

/** What is wrong now, or what is the case only now. */
const isOfTheMoment = (main: string, isNews: boolean): boolean =>
  MOMENT.test(isNews ? main.replace(/\bfrom today\b/i, '') : main)

/** Words that begin an order and no statement. */
const ORDER =
  /^(?:(?:at|in|on|for|under|within) [^,]{2,50}, )?(?:ensure|make|add|create|fix|implement|write|remove|include|generate|give|explain|tell|show|go|do|try|take|get|find|look|keep|let)\b/i

/** "Keep them apart, never in one file": a rule though it begins with an order; "make it always visible" is none. */
const isOrder = (whole: string): boolean =>
  ORDER.test(whole) &&
  !whole
    .split(/[,;:] /)
    .some((part) => /^(?:and |but )?(?:never|always|only|from now on)\b/i.test(part))

export const isRule = (said: Said): boolean => {
  const whole = wholeOf(said)
  const rule = whole.split(/[,;] /).find((part) => GIVEN.test(part))
  return (
    rule !== undefined && !isAsked(whole) && !isOrder(whole) && !isOfTheMoment(mainOf(rule), false)
  )
}

/** A name and its verb, where the words are too few to take a clause apart. */
const PLAIN =
  /^[\p{Lu}`][^,;:]{2,60}? (?:is|are|needs?|comes?|goes|go|has|have|must|cannot|can't|belongs?|lives?|runs?|uses?)\b/u

/** By its clause: something of its own is said to be so, in the present. */
const statesSomething = (whole: string): boolean => {
  if (isOrder(whole) || (/\bshould\b/i.test(whole) && !GIVEN.test(whole))) return false
  const clause = clauseOf(whole)
  const isPlain = isWritten(whole) && PLAIN.test(whole) && !isImperative(whole)
  if (clause === undefined) return isPlain
  if (PAST.test(verbOf(whole, clause))) return false
  if (clause.subject.length === 0 && !/^we\b/i.test(whole)) return isPlain || GIVEN.test(whole)
  return isWritten(whole) || (NAMED.test(whole.slice(1)) && GIVEN.test(whole))
}

/** Whether a sentence says how things are, or must be, beyond the hour it is said in: it names its subject and something of it. */
export const declares = (said: Said): boolean => {
  const whole = wholeOf(said)
  const count = whole.split(/\s+/).length
  if (count < 3 || count > 45 || isAsked(whole)) return false
  const main = mainOf(whole)
  const isNews = NEWS.test(main)
  if (isOfTheMoment(main, isNews)) return false
  if (COMPLAINT.test(main) && !isOfFailures(whole) && !GIVEN.test(whole)) return false
  if (LABELLED.test(whole)) return GIVEN.test(whole) || NAMED.test(whole.replace(LABELLED, ''))
  return (isNews && NAMED.test(whole.slice(1))) || statesSomething(whole)
}
