import { cutAtClause, fitSentences, splitSentences } from '../../text/sentences.ts'
import { DISTIL_LIMITS } from '../transcript/distil.types.ts'
import { asReport, isBoilerplate, isImperative, specificWords, startUpper } from './phrasing.ts'
import { looksPasted, plain, proseUnits } from './prose.ts'

const withoutEnd = (text: string) => text.replace(/(?<!\.)[.:;,!\s]+$/, '')

const PLAN_INTRO =
  /^(?:please )?(?:implement|execute|follow|carry out|apply|here(?:'s| is)) (?:the |this |my )?(?:following |below |attached )?plan\b/i
const TITLE_PREFIX = /^(?:plan|implementation plan|task|spec|rfc|fix plan|review)\s*[:—–-]\s*/i
const POLITE =
  /^(?:(?:hi|hello|hey|ok(?:ay)?|so|now|please|pls|pelase|hm+|great|thanks|thank you|also|and|yes|yeah|no|cool|nice|alright|argh|actually|next|then|perhaps|maybe|first)[,.!]*\s+)+|^(?:can|could|would|will) you (?:please |pls |pelase )?(?:also )?|^i(?:'d| would) like (?:you )?to |^i(?:'d| would) like |^i (?:want|need) (?:you )?to |^(?:let's|lets) (?:now )?|^(?:we|you) (?:need|have) to /i
const TASK_WORDS = /^(?:you are|your (?:task|job) is|context|background|#)/i

const firstHeading = (text: string): string | undefined => {
  const heading = /^\s{0,3}#{1,3}\s+(.+)$/m.exec(text)?.[1]
  return heading === undefined ? undefined : plain(heading).replace(TITLE_PREFIX, '')
}

const politely = (sentence: string): string => {
  let text = sentence
  for (let round = 0; round < 4; round++) {
    const shorter = text.replace(POLITE, '')
    if (shorter === text || shorter.length < 8) break
    text = shorter
  }
  return startUpper(text)
}

/** How much a sentence sounds like the thing that is asked for. */
const askStrength = (sentence: string, index: number): number => {
  const text = politely(sentence)
  const words = text.split(' ').length
  return (
    (isImperative(text) ? 3 : 0) +
    (text.length < startUpper(sentence).length ? 1.5 : 0) +
    (/\?$/.test(text) ? 2 : 0) +
    (/\b(?:should|must|needs? to)\b/i.test(text) ? 1.5 : 0) +
    Math.min(specificWords(text), 5) * 0.3 -
    index * 0.15 -
    (words < 4 ? 1.5 : 0)
  )
}

const bestAsk = (sentences: readonly string[]): string => {
  let best = ''
  let bestStrength = Number.NEGATIVE_INFINITY
  for (const [index, sentence] of sentences.slice(0, 30).entries()) {
    const strength = askStrength(sentence, index)
    if (strength > bestStrength) {
      best = sentence
      bestStrength = strength
    }
  }
  return bestStrength >= 2.5
    ? best
    : (sentences.find((text) => text.split(' ').length >= 3) ?? best)
}

const mostSpecific = (sentences: readonly string[]): string =>
  sentences.reduce((best, text) =>
    Math.min(specificWords(text), 8) > Math.min(specificWords(best), 8) ? text : best,
  )

const SPEECH =
  /\b(?:i|i'm|i've|we|you|it|is|are|was|the|this|that|please|can|how|why|what|when|got|fix|now)\b/i

/**
 * The part of a prompt that was typed: where output was pasted, what stands before it and after it.
 */
export const typedPart = (request: string): string => {
  const lines = request.split('\n').filter((line) => line.trim() !== '')
  const pasted = lines.filter((line) => looksPasted(line.trim())).length
  if (pasted < 3 || pasted < lines.length * 0.3) return request
  const ends = [lines[0] ?? '', lines.at(-1) ?? '']
  return ends.filter((line) => !looksPasted(line.trim()) && SPEECH.test(line)).join('\n')
}

/** A prompt that is nothing but pasted output asks about the error in it. */
const pastedError = (request: string): string => {
  const lines = request
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= 12 && line.length <= 300 && !/^at /.test(line))
  return (
    lines.find((line) => /^\W*(?:uncaught |fatal |\w*)(?:error|exception|panic)\b/i.test(line)) ??
    lines.find((line) => /\b(?:error|fail|panic|exception)/i.test(line)) ??
    ''
  )
}

/** What was asked, in one line; empty when the prompt holds no words of its own. */
export const requestHeadline = (
  request: string,
  max: number = DISTIL_LIMITS.titleChars,
): string => {
  const heading = firstHeading(request)
  if (heading !== undefined && (PLAN_INTRO.test(request) || TASK_WORDS.test(request)))
    return withoutEnd(cutAtClause(startUpper(heading), max))
  const sentences = proseUnits(typedPart(request), { typed: true }).map(({ text }) =>
    text
      .replace(/https?:\/\/\S+/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  if (sentences.length === 0) return withoutEnd(cutAtClause(pastedError(request), max))
  const best = bestAsk(sentences)
  const ask = specificWords(best) >= 2 ? best : mostSpecific(sentences)
  const headline = politely(withoutEnd(ask))
  const before = sentences[sentences.indexOf(ask) - 1]
  const needsBefore =
    before !== undefined &&
    headline.length < 60 &&
    /\b(?:it|this|that|them|these|those|there)\b/i.test(headline)
  const joined = needsBefore
    ? `${withoutEnd(startUpper(before))}; ${headline.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())}`
    : headline
  return withoutEnd(cutAtClause(joined.length <= max ? joined : headline, max))
}

export const isPlanPrompt = (request: string): boolean =>
  PLAN_INTRO.test(request) && firstHeading(request) !== undefined

/** What was asked, in up to a few sentences. */
export const requestText = (request: string, max: number): string => {
  const heading = firstHeading(request)
  if (heading !== undefined && PLAN_INTRO.test(request))
    return cutAtClause(`Implement the plan “${heading}”`, max)
  const texts = proseUnits(typedPart(request), { typed: true })
    .map(({ text }) => text)
    .filter((text, index) => index === 0 || text.split(' ').length >= 3)
  let result = ''
  for (const text of texts) {
    const longer = result === '' ? text : `${result}${/[.!?:…]$/.test(result) ? '' : '.'} ${text}`
    if (longer.length > max) break
    result = longer
  }
  return cutAtClause(result || (texts[0] ?? pastedError(request)), max)
}

const ASSENT =
  /^(?:(?:yes|yep|yeah|yup|sure|ok(?:ay)?|go|go ahead|do it|please|pls|please do|sounds good|perfect|great|correct|right|continue|proceed|y|no|nope|not yet|thanks|both|all(?: of them)?|option \w+|the (?:first|second|third|last)(?: one)?|\d|[a-d])(?:[\s,.!]+|$))+(?:(?:do|fix|implement|try|apply|run|make|add|use)(?: (?:it|that|this|both|so))?(?:[\s,.!]+|$)){0,3}(?:please|then|thanks)?[\s.!]*$/i

/** True for prompts that only answer what the assistant asked: "yes", "do it", "option 2". */
export const isAssent = (request: string): boolean =>
  request.length <= 60 && ASSENT.test(request.trim())

/** The last question in a text, which a bare "yes" answers. */
export const lastQuestion = (text: string): string | undefined =>
  proseUnits(text)
    .map((unit) => unit.text)
    .findLast((sentence) => /\?$/.test(sentence) && sentence.length <= 300)

/** List items and numbers of a report as facts. */
export const factOf = (text: string): string | undefined => {
  const fact = asReport(plain(text))
    .replace(/^(`[^`]+`|[\w./-]+)\s*[—–:-]\s+/, '$1: ')
    .trim()
  const words = fact.replace(/`[^`]*`|\S*[/\\]\S*/g, ' ').match(/\p{L}{2,}/gu)?.length ?? 0
  if (fact.length < 15 || words < 2 || isBoilerplate(fact) || /\?$/.test(fact)) return undefined
  return withoutEnd(fitSentences(splitSentences(startUpper(fact)), DISTIL_LIMITS.factChars))
}
