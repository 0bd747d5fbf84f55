import type { Redactor } from '@teamlore/redaction'
import { redactPath } from '@teamlore/redaction'
import type { MemoryAnchorInput, MemorySlots } from '@teamlore/shared/memories'
import { MEMORY_LIMITS } from '@teamlore/shared/memories'
import { cleanStrings } from '../text/clean-strings.ts'

type Said = {
  topic?: string | undefined
  statement?: string | undefined
  reason?: string | undefined
  rejected?: string[] | undefined
  slots?: MemorySlots | undefined
  questions?: string[] | undefined
  anchors?: MemoryAnchorInput[] | undefined
  note?: string | undefined
}

/** Takes out of what is written as a memory what may not be kept: secrets, and what no database stores. */
export const cleanMemory = <S extends Said>(said: S, redactor: Redactor): S => {
  const clean = (text: string, max: number): string => redactor.redact(text).text.slice(0, max)
  const plain = cleanStrings(said)
  const slot = (value: string | null) => value && clean(value, MEMORY_LIMITS.maxSlotChars)
  return {
    ...plain,
    ...(plain.statement === undefined
      ? {}
      : { statement: clean(plain.statement, MEMORY_LIMITS.maxStatementChars) }),
    ...(plain.topic === undefined
      ? {}
      : { topic: clean(plain.topic, MEMORY_LIMITS.maxTopicChars) }),
    ...(plain.reason === undefined
      ? {}
      : { reason: clean(plain.reason, MEMORY_LIMITS.maxReasonChars) }),
    ...(plain.note === undefined ? {} : { note: clean(plain.note, 1_000) }),
    ...(plain.rejected && { rejected: plain.rejected.map((one) => clean(one, 500)) }),
    ...(plain.questions && {
      questions: plain.questions.map((one) => clean(one, MEMORY_LIMITS.maxQuestionChars)),
    }),
    ...(plain.slots && {
      slots: {
        subject: slot(plain.slots.subject),
        attribute: slot(plain.slots.attribute),
        scope: slot(plain.slots.scope),
        value: slot(plain.slots.value),
        replaces: slot(plain.slots.replaces),
      },
    }),
    ...(plain.anchors && {
      anchors: plain.anchors.map((anchor) => ({
        ...anchor,
        path: redactPath(anchor.path, redactor).slice(0, MEMORY_LIMITS.maxPathChars),
        symbol: anchor.symbol && clean(anchor.symbol, 200),
      })),
    }),
  }
}
