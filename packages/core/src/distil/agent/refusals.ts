import type { HandedFinding } from '@teamlore/shared/handover'
import { folded } from '../../text/one-line.ts'
import { splitSentences } from '../../text/sentences.ts'
import type { Verified } from '../model/verify-answer.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import { matterOf, TAKES_BACK, takenBackIn } from '../wording/taken-back.ts'
import type { NotSaid } from './not-said.ts'
import { saidIn, unsaidNames, unsaidNumbers } from './unsaid.ts'

/** Why something that was handed over is not kept, in a sentence for whoever handed it over. */
export type Refusal = string

type Evidence = Verified['evidence'][number]

const PLAN =
  /^(?:(?:ok|okay|so|now|right|good|great|then|first|next)[,.! ]+)*(?:let me|let's|let us|i(?:'ll| will| am going to|'m going to| want to| need to)|we(?:'ll| will) (?:try|see|look|check)|my plan|the plan is)\b/i
const GUESS = /\b(?:maybe|perhaps|what if|might be|i guess|not sure|i wonder)\b/i
const SHOWN_CHARS = 120

/** The sentence of a message that holds the quote, or the quote itself where several sentences do. */
const sentenceAround = ({ message, quote }: Evidence): string => {
  const words = folded(quote)
  const inText = message.text
    .split(/\n+/)
    .flatMap((line) => splitSentences(line))
    .find((sentence) => folded(sentence).includes(words))
  return inText ?? quote
}

const isSaid = ({ message, quote }: Evidence): boolean =>
  folded(message.text).includes(folded(quote))

const isQuestion = (evidence: Evidence): boolean =>
  isSaid(evidence) && /\?["”'’)]*$/.test(sentenceAround(evidence).trim())

const isPlan = (evidence: Evidence): boolean => {
  if (!isSaid(evidence)) return false
  const sentence = sentenceAround(evidence).trim()
  return GUESS.test(sentence) || (evidence.message.kind === 'assistant' && PLAN.test(sentence))
}

const isFailure = ({ message, quote }: Evidence): boolean => {
  const words = folded(quote)
  return message.results.some(({ text, isError }) => isError && folded(text).includes(words))
}

/** A later sentence, of a person or the agent, that takes back what is about the same matter. */
const withdrawal = (
  { title, statement, slots }: HandedFinding,
  evidence: readonly Evidence[],
  messages: readonly MessageDigest[],
): string | undefined => {
  const last = Math.max(...evidence.map(({ message }) => messages.indexOf(message)))
  // What the statement itself says of a change is no withdrawal of it.
  if (TAKES_BACK.test(`${title} ${statement}`)) return undefined
  const later = messages
    .slice(last + 1)
    .filter(({ kind }) => kind === 'human' || kind === 'assistant')
  return takenBackIn(
    later.map(({ text }) => text),
    matterOf(`${slots.subject} ${slots.attribute} ${title}`),
  )
}

type BorneOut = { finding: HandedFinding; evidence: readonly Evidence[] }

/** So many numbers and names of one finding are looked for; who names more paraphrases a whole file. */
const LOOKED_FOR = 40

/**
 * Why what was handed over is refused, by what letters show, in the order of the findings; undefined where nothing speaks against
 * one. Whether a quote bears a free paraphrase out is for a reader to judge.
 *
 * @param messages of the session, without what Teamlore itself answered.
 * @param notSaid is asked once, for all findings.
 */
export const refusalsOf = async (
  findings: readonly BorneOut[],
  messages: readonly MessageDigest[],
  notSaid: NotSaid,
): Promise<(Refusal | undefined)[]> => {
  if (findings.length === 0) return []
  const said = saidIn(messages)
  const unsure = findings.map(({ finding }) => unsaidOf(finding, said).slice(0, LOOKED_FOR))
  const unsaid = await notSaid(unsure.flat().map(({ letters }) => letters.toLowerCase()))
  return findings.map(
    (one, n) =>
      refusedForQuotes(one) ??
      unsure[n]?.find(({ letters }) => unsaid.has(letters.toLowerCase()))?.refusal ??
      refusedForLater(one, messages),
  )
}

const refusedForQuotes = ({ finding, evidence }: BorneOut): Refusal | undefined => {
  if (evidence.every(isQuestion)) return 'What is quoted is a question, and no answer to it.'
  if (evidence.every(isPlan))
    return 'What is quoted is a plan or a guess. Quote where it was done, decided or found.'
  if (finding.kind !== 'gotcha' && finding.kind !== 'graveyard' && evidence.every(isFailure))
    return 'What is quoted is the output of an attempt that failed.'
  return undefined
}

const unsaidOf = (finding: HandedFinding, said: string) => [
  ...unsaidNumbers(finding, said).map((letters) => ({
    letters,
    refusal: `The number ${letters} stands nowhere in the session.`,
  })),
  ...unsaidNames(finding, said).map((letters) => ({
    letters,
    refusal: `“${letters}” stands nowhere in the session.`,
  })),
]

const refusedForLater = (
  { finding, evidence }: BorneOut,
  messages: readonly MessageDigest[],
): Refusal | undefined => {
  const taken = withdrawal(finding, evidence, messages)
  return taken === undefined
    ? undefined
    : `Later in the session it is taken back: “${taken.slice(0, SHOWN_CHARS)}”.`
}
