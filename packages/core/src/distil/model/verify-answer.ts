import { type Claim, storableText } from '@teamlore/shared'
import { folded } from '../../text/one-line.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import type { AnsweredFinding } from './answer-schema.ts'

/** Shorter words are found anywhere. */
export const MIN_QUOTE = 12

/** Whether these are words of the message, letter by letter but for spaces and case. */
export const isQuoteOf = (
  quote: string,
  message: Pick<MessageDigest, 'text' | 'results'>,
): boolean => {
  const words = folded(quote)
  if (words.length < MIN_QUOTE) return false
  return [message.text, ...message.results.map(({ text }) => text)].some((text) =>
    folded(text).includes(words),
  )
}

export type Verified = {
  finding: AnsweredFinding & { questions?: readonly string[] }
  evidence: { message: MessageDigest; quote: string }[]
}

/** `m12`, or `[m12]` as it stands in what was asked. */
export const bareName = (name: string): string => name.trim().replace(/^\[|\]$/g, '')

/** The message that an answer names. */
export const messageNamed = (
  name: string,
  messages: ReadonlyMap<string, MessageDigest>,
): MessageDigest | undefined => messages.get(bareName(name))

/** Leaves out the quotes that are not there, and the findings that none is left of. */
export const verifyFinding = (
  finding: AnsweredFinding,
  messages: ReadonlyMap<string, MessageDigest>,
): Verified | undefined => {
  const evidence = finding.evidence.flatMap(({ message: name, quote }) => {
    const message = messageNamed(name, messages)
    return message !== undefined && isQuoteOf(quote, message) ? [{ message, quote }] : []
  })
  return evidence.length === 0 ? undefined : { finding, evidence }
}

const CLAIM_CHARS = {
  statement: 1_000,
  reason: 1_000,
  rejected: 300,
  quote: 600,
  question: 200,
} as const

/** The finding with the ids of the messages that bear it out. */
export const claimOf = ({ finding, evidence }: Verified): Claim => {
  const { kind, statement, reason, rejected, slots, questions = [] } = finding
  const clean = (text: string, max = 200) => storableText(text.trim().slice(0, max))
  return {
    kind,
    statement: clean(statement, CLAIM_CHARS.statement),
    reason: clean(reason, CLAIM_CHARS.reason),
    rejected: rejected.slice(0, 6).map((one) => clean(one, CLAIM_CHARS.rejected)),
    slots: {
      subject: clean(slots.subject),
      attribute: clean(slots.attribute),
      scope: clean(slots.scope),
      value: clean(slots.value),
      replaces: clean(slots.replaces),
    },
    ...(questions.length === 0
      ? {}
      : { questions: questions.map((one) => clean(one, CLAIM_CHARS.question)) }),
    evidence: evidence.slice(0, 6).map(({ message, quote }) => ({
      message_id: message.id,
      quote: clean(quote, CLAIM_CHARS.quote),
    })),
  }
}
