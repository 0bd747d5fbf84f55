import { createHash } from 'node:crypto'
import type { Claim } from '@teamlore/shared'

/** Names what a second reader looks at: all that a finding says, and the words that it quotes. */
export const readingKey = ({ title, claim }: { title: string; claim: Claim }): string => {
  const { kind, statement, reason, rejected, slots, evidence } = claim
  const { subject, attribute, scope, value, replaces } = slots
  const quotes = evidence.map(({ message_id, quote }) => [message_id, quote])
  const parts = [title, kind, statement, reason, rejected]
  const said = JSON.stringify([...parts, [subject, attribute, scope, value, replaces], quotes])
  return createHash('sha256').update(said).digest('hex').slice(0, 40)
}
