import type { SaidMessage } from '@teamlore/db'
import { failureIn } from './failure-in.ts'
import { hasEastAsian, type Sentence, sentencesOf } from './sentences.ts'
import { createTopic, type Topic } from './topic.ts'
import { ASKS_WHY, MEANT } from './words.ts'

const MAX_QUOTE = 400
/** Messages before an order that are still heard with it. */
const MOST_BEFORE = 12

export type FoundReason = { messageId: string; quote: string }

/** What was taken back, and when. */
export type TakenBack = {
  /** When it was tried: what was said before says nothing of how it went. */
  triedAt: string
  takenBackAt: string
  /** What it was about: the subjects of its commits and its paths. */
  about: readonly string[]
}

type Read = SaidMessage & { sentences: Sentence[] }

/**
 * Why something was taken back, in the words of the session that did it, else of the one that had tried it; undefined where they do not
 * say. It stands with the order to take it back. Where that is a mere "revert it", it is what came right before: what the agent had
 * found, a test that failed, the message before. Where it was ordered under a condition, it is what was said afterwards.
 */
export const findReason = (
  messages: readonly SaidMessage[],
  takenBack: TakenBack,
): FoundReason | undefined => {
  const topic = createTopic(takenBack.about)
  for (const session of sessionsOf(messages)) {
    const found = IN_SESSION[session[0]?.part ?? 'asking'](session, takenBack, topic)
    if (found !== undefined) return found
  }
  return undefined
}

/** In their order; what was said in one of them in the order of time. */
const sessionsOf = (messages: readonly SaidMessage[]): Read[][] => {
  const sessions = new Map<string, Read[]>()
  for (const message of messages) {
    const own = sessions.get(message.session_id) ?? []
    own.push({ ...message, sentences: message.kind === 'tool' ? [] : sentencesOf(message.text) })
    sessions.set(message.session_id, own)
  }
  return [...sessions.values()].map((own) => own.toSorted((a, b) => a.at.localeCompare(b.at)))
}

/** The session that took it back. */
const inReverting = (
  session: readonly Read[],
  { triedAt, takenBackAt }: TakenBack,
  topic: Topic,
): FoundReason | undefined => {
  const before = session.filter(({ at }) => at >= triedAt && at <= takenBackAt)
  const summary = (isOpen: boolean) =>
    afterwards(
      session.filter(({ at }) => at > takenBackAt),
      { topic, isOpen },
    )
  const place = orderIn(before, topic)
  const order = before[place]
  if (order === undefined) return rightBefore(before, { wasOrdered: false }) ?? summary(false)
  const isOpen = order.sentences.some(({ isConditional }) => isConditional)
  const named = topic.isNamedIn(order.text) ? topic : undefined
  return (
    (isOpen ? summary(true) : undefined) ??
    quoteOf(order) ??
    rightBefore(before.slice(0, place), { wasOrdered: true, topic: named }) ??
    summary(false)
  )
}

/**
 * The one that tried it, where somebody says there that it is to be taken back: of what else is said there nobody knows
 * whether it speaks against the work.
 */
const inTrying = (
  session: readonly Read[],
  { triedAt, takenBackAt }: TakenBack,
  topic: Topic,
): FoundReason | undefined => {
  const since = session.filter(({ at }) => at > triedAt && at <= takenBackAt)
  const named = since.findLastIndex(
    ({ text, sentences }) => sentences.some((one) => one.takesBack) && topic.isNamedIn(text),
  )
  // "I take it back by hand": of what an agent takes back meanwhile nobody knows whether it is this.
  const meant = since.findLastIndex(
    ({ kind, sentences }) =>
      kind === 'human' && sentences.some((one) => one.takesBack && MEANT.test(one.text)),
  )
  const place = named >= 0 ? named : meant
  const order = since[place]
  return order && (quoteOf(order) ?? rightBefore(since.slice(0, place), { wasOrdered: true }))
}

/** Somebody asked why something is as it should not be, and the agent looked at the work, or spoke of it, and found why. */
const inBetween = (
  session: readonly Read[],
  { triedAt, takenBackAt }: TakenBack,
  topic: Topic,
): FoundReason | undefined => {
  let asked: string | undefined
  let found: FoundReason | undefined
  for (const message of session.filter(({ at }) => at > triedAt && at <= takenBackAt)) {
    if (message.kind === 'human') asked = ASKS_WHY.test(message.text) ? message.text : undefined
    if (message.kind !== 'assistant' || asked === undefined) continue
    const isAbout = message.part === 'looking' || topic.isMeantIn(`${asked} ${message.text}`)
    if (isAbout) found = quoteOf(message, { needsWhy: true }) ?? found
  }
  return found
}

const IN_SESSION = {
  reverting: inReverting,
  trying: inTrying,
  looking: inBetween,
  asking: inBetween,
} as const

/** Where somebody orders it, or -1. Of several orders the last one that is about it, else the last thing anybody said. */
const orderIn = (before: readonly Read[], topic: Topic): number => {
  const isOrder = ({ kind, sentences }: Read) =>
    kind === 'human' && sentences.some(({ takesBack }) => takesBack)
  const last = before.findLastIndex(({ kind }) => kind === 'human')
  const prompt = before[last]
  const isLast = prompt !== undefined && isOrder(prompt)
  const isNamed = prompt !== undefined && topic.isNamedIn(prompt.text)
  const hasReason = prompt !== undefined && quoteOf(prompt) !== undefined
  if (isLast && (isNamed || hasReason)) return last
  // "And the same for the fan": an order in other words, where the agent had nothing to add.
  const isAnswered = before.slice(last + 1).some((one) => quoteOf(one) !== undefined)
  if (isNamed && hasReason && !isAnswered) return last
  const about = before.findLastIndex((one) => isOrder(one) && topic.isNamedIn(one.text))
  return about >= 0 ? about : isLast ? last : -1
}

type Before = {
  /** By a person; else the agent had its own reason, and said it last. */
  wasOrdered: boolean
  /** What is said has to be about this, as the order names it. */
  topic?: Topic | undefined
}

/** What came right before an order that gives no reason itself, the nearest first. */
const rightBefore = (messages: readonly Read[], before: Before): FoundReason | undefined => {
  const near = withinPrompts(messages.slice(-MOST_BEFORE), before.wasOrdered ? 1 : 2)
  for (const [place, message] of [...near.entries()].toReversed()) {
    const found = isAbout(message, before) ? nearQuote(near, place, before) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

const isAbout = ({ text }: Read, { topic }: Before): boolean => topic?.isNamedIn(text) ?? true

/** The last messages, from the prompt on that is this many back. */
const withinPrompts = (messages: readonly Read[], prompts: number): readonly Read[] => {
  const places = messages.flatMap(({ kind }, place) => (kind === 'human' ? [place] : []))
  return messages.slice(places.at(-prompts) ?? 0)
}

/** What a person had said before is no reason unless it says what is wrong; nor is what the agent reports of its work, where a person ordered it. */
const nearQuote = (
  near: readonly Read[],
  place: number,
  { wasOrdered }: Before,
): FoundReason | undefined => {
  const message = near[place]
  if (message === undefined) return undefined
  const isReport = !near.slice(0, place).some(({ kind }) => kind === 'human')
  return quoteOf(message, { needsWhy: message.kind === 'human' || (wasOrdered && isReport) })
}

/** What the agent says once it is done, up to the next prompt. */
const afterwards = (
  after: readonly Read[],
  { topic, isOpen }: { topic: Topic; isOpen: boolean },
): FoundReason | undefined => {
  const next = after.findIndex(({ kind }) => kind === 'human')
  for (const message of after.slice(0, next === -1 ? undefined : next)) {
    if (message.kind !== 'assistant') continue
    const isAbout = isOpen ? undefined : topic.isNamedIn
    const found = quoteOf(message, { needsWhy: true, isAbout })
    if (found !== undefined) return found
  }
  return undefined
}

type Wanted = { needsWhy?: boolean; isAbout?: ((text: string) => boolean) | undefined }

/** The sentences of a message that say how something is, nearest to the order and best in saying why, with those beside them. */
const quoteOf = (
  { id, kind, text, sentences }: Read,
  { needsWhy = false, isAbout }: Wanted = {},
): FoundReason | undefined => {
  if (kind === 'tool') {
    const failure = failureIn(text)
    return failure === undefined ? undefined : { messageId: id, quote: failure }
  }
  const isWanted = (one: Sentence) =>
    one.states && (!needsWhy || one.saysWhy) && (isAbout?.(one.text) ?? true)
  const score = (one: Sentence, at: number): number =>
    2 * Number(one.saysWhy) + Number(one.takesBack) + nearness(sentences, at)
  const best = sentences
    .map((one, at) => ({ at, score: isWanted(one) ? score(one, at) : -1 }))
    .reduce((a, b) => (b.score > a.score ? b : a), { at: -1, score: -1 })
  const quote = best.at < 0 ? '' : around(sentences, best.at).slice(0, MAX_QUOTE)
  return isBare(kind === 'human' ? text : quote) || quote === ''
    ? undefined
    : { messageId: id, quote }
}

const nearness = (sentences: readonly Sentence[], at: number): number => {
  const distances = sentences.flatMap(({ takesBack }, n) => (takesBack ? [Math.abs(n - at)] : []))
  return Math.max(0, 2 - Math.max(0, Math.min(...distances, 9) - 1))
}

/** A sentence with its neighbours that state something, too, as far as there is room. */
const around = (sentences: readonly Sentence[], at: number): string => {
  let [from, to] = [at, at]
  const text = (a: number, b: number) =>
    sentences
      .slice(a, b + 1)
      .map((one) => one.text)
      .join(' ')
  for (;;) {
    if (sentences[to + 1]?.states && text(from, to + 1).length <= MAX_QUOTE) to++
    else if (sentences[from - 1]?.states && text(from - 1, to).length <= MAX_QUOTE) from--
    else return text(from, to)
  }
}

/** "Then the old image again", "One test fails": so few words say nothing of why, whichever way they are put. */
const isBare = (text: string): boolean => wordsOf(text) < SHORT && !hasEastAsian(text)

const SHORT = 6
const wordsOf = (text: string): number => text.split(/\s+/).length
