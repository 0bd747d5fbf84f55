import type { SessionRemoval } from '@teamlore/shared/retention'
import { bytes, plural } from './format.ts'

type Limits = Pick<SessionRemoval, 'days' | 'max_bytes' | 'keeps_prompts'>

/** A policy in words: `after 120 days; beyond 1.0 GB; what people typed stays`. */
export const limitWords = ({ days, max_bytes, keeps_prompts }: Limits): string =>
  [
    days === null ? '' : `after ${plural(days, 'day')}`,
    max_bytes === null ? '' : `beyond ${bytes(max_bytes)} of the project`,
    keeps_prompts ? 'what people typed stays' : 'what people typed goes too',
  ]
    .filter((part) => part !== '')
    .join('; ')

/** What went of a session, when, and by which policy. */
export const removalWords = ({
  messages,
  bytes: size,
  kept_messages,
  removed_at,
  ...limits
}: SessionRemoval): string =>
  `Text of ${plural(messages, 'message')} (${bytes(size)}) was removed on ${removed_at.slice(0, 10)} by the retention of the project: ${limitWords(limits)}. ${plural(kept_messages, 'message')} kept theirs.`
