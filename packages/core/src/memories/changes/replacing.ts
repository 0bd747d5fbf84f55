import type { ReplacedByMessage, SpokenMessage } from '@teamlore/db'
import type { Change } from '../../statements/change-between.ts'
import { readReplacing, type Said } from '../../statements/said.ts'
import type { Stated } from './statements-of.ts'

export type Newer = Stated<SpokenMessage> & {
  /** The same with what memories of these very words say that they take the place of, which the words leave to be understood. */
  replacing: Said[]
}

export const replacingIn = (
  { message, statement }: Stated<SpokenMessage>,
  replaced: readonly ReplacedByMessage[],
): Said[] =>
  replaced
    .filter(
      ({ message_id, quote }) =>
        message_id === message.message_id &&
        (quote.includes(statement) || statement.includes(quote)),
    )
    .map(({ replaces }) => readReplacing(statement, replaces))

/** What was read into the words may make a pair for a person. It denies nothing: what replaces by itself was said in so many words. */
export const surest = (spoken: Change | undefined, read: readonly Change[]): Change | undefined => {
  const evidence = Math.max(...read.map((one) => one.evidence), Number.NEGATIVE_INFINITY)
  if (spoken === undefined)
    return read.length === 0 ? undefined : { evidence, kind: 'other', isSure: false }
  return { ...spoken, evidence: Math.max(evidence, spoken.evidence) }
}
