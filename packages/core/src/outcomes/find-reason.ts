import type { ReasonMessage } from '@teamlore/db'

const TAKES_BACK =
  /\b(?:revert(?:s|ed|ing)?|roll(?:s|ed|ing)?[ -]?back|tak(?:e|es|ing|en) (?:\w+ ){0,4}(?:back|out)|undo(?:es|ing|ne)?|undid|back(?:s|ed|ing)? out|go(?:es|ing)? back to|get rid of|drop(?:s|ped|ping)?|remov(?:e|es|ed|ing) (?:it|this|that|the)\b)/i
const SAYS_WHY =
  /\b(?:because|since|due to|so that|broke|broken|breaks?|breaking|regress(?:ion|ed|es)?|fail(?:s|ed|ing|ure)?|flaky|slow(?:er|s|ed)?|leak(?:s|ed|ing)?|deadlocks?|wrong|cause[sd]?|crash(?:es|ed|ing)?|(?:does|did|do)(?:n't| not) work|not worth|instead|incompatible|confus(?:es|ed|ing)|(?:more|too) (?:much|many|complex|slow|risky|large))\b/i

const MAX_QUOTE = 400
const ENOUGH = 3

/** Sentences of prose; code and lists of a tool say nothing of why. */
const sentencesOf = (text: string): string[] =>
  text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.length >= 12 && sentence.length <= 1_000)

/** The revert and its reason stand in one sentence, or in two that follow each other. */
const quotesOf = (text: string): string[] => {
  const sentences = sentencesOf(text)
  return sentences.flatMap((sentence, at) => {
    const next = sentences[at + 1]
    return next === undefined || SAYS_WHY.test(sentence)
      ? [sentence]
      : [sentence, `${sentence} ${next}`]
  })
}

const scoreOf = (quote: string, { kind }: ReasonMessage): number =>
  2 * Number(TAKES_BACK.test(quote)) + 2 * Number(SAYS_WHY.test(quote)) + Number(kind === 'human')

export type FoundReason = { messageId: string; quote: string }

/**
 * Why something was taken back, in the words of the session that did it; undefined where it does not say. What a person said goes
 * before what the agent said, the later before the earlier.
 */
export const findReason = (messages: readonly ReasonMessage[]): FoundReason | undefined => {
  let best: (FoundReason & { score: number }) | undefined
  for (const message of messages)
    for (const quote of quotesOf(message.text)) {
      const score = scoreOf(quote, message)
      if (score >= ENOUGH && score > (best?.score ?? 0))
        best = { score, messageId: message.id, quote: quote.slice(0, MAX_QUOTE) }
    }
  return best && { messageId: best.messageId, quote: best.quote }
}
