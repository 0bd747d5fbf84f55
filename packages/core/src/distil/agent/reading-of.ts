import { readingKey } from '../../statements/reading-key.ts'
import { claimOf, type Verified } from '../model/verify-answer.ts'
import { DISTIL_LIMITS } from '../transcript/distil.types.ts'
import { shortened } from '../wording/observations.ts'

/** Names what a second reader looks at, as the finding will be written. */
export const readingKeyOf = (one: Verified): string =>
  readingKey({
    title: shortened(one.finding.title, DISTIL_LIMITS.titleChars),
    claim: claimOf(one),
  })
