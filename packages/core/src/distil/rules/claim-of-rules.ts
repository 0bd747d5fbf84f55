import { type Claim, storableText } from '@teamlore/shared'
import { alternativesIn, reasonIn } from '../../statements/topic/index.ts'
import type { DistilledObservation } from '../transcript/distil.types.ts'
import type { Candidate } from './candidate.ts'
import { findingTitle } from './finding-title.ts'

const STATEMENT_CHARS = 1_000
const QUOTE_CHARS = 600

const NO_SLOTS = { subject: '', attribute: '', scope: '', value: '', replaces: '' }

type Said = {
  candidate: Pick<Candidate, 'text' | 'label'>
  joined: string | undefined
  /** The sentence with those around it. */
  around: readonly string[]
}

/** What a sentence says, whole: a title leaves asides out where it is long, and the reason often stands in the sentence behind it. */
export const claimOfRules = (
  { type, title, narrative, messageId }: DistilledObservation,
  { candidate: { text, label }, joined, around }: Said,
): Claim => {
  const said = joined === undefined ? text : `${joined} ${text}`
  const whole = findingTitle({ text: said, label }, STATEMENT_CHARS) ?? title
  const statement = storableText(whole.slice(0, STATEMENT_CHARS))
  return {
    kind: type === 'decision' ? 'decision' : 'gotcha',
    statement,
    reason: storableText(reasonIn(statement, around)),
    rejected: alternativesIn(statement).map(storableText),
    slots: NO_SLOTS,
    evidence: [{ message_id: messageId, quote: narrative.slice(0, QUOTE_CHARS) }],
  }
}
