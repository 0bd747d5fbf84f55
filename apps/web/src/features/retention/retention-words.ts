import type {
  NotReady,
  RetentionPreview,
  RetentionRun,
  SessionRemoval,
} from '@teamlore/shared/retention'
import { count } from '../../lib/format/number.ts'

type Limits = Pick<SessionRemoval, 'days' | 'max_bytes' | 'keeps_prompts'>

const UNITS = ['KB', 'MB', 'GB', 'TB'] as const

/** In units of a thousand, as the limit is set: 1 000 000 000 → `1 GB`. */
export const size = (bytes: number): string => {
  let [value, unit] = [bytes, 'B' as string]
  for (const next of UNITS) {
    if (value < 999.5) break
    value /= 1_000
    unit = next
  }
  return `${value < 10 && unit !== 'B' ? Number(value.toFixed(1)) : Math.round(value)} ${unit}`
}

/** A policy as a sentence goes on after "Text of messages goes". */
export const limitWords = ({ days, max_bytes, keeps_prompts }: Limits): string => {
  const after = days === null ? '' : `${count(days, 'day')} after the last activity of a session`
  const beyond = max_bytes === null ? '' : `beyond ${size(max_bytes)} of the project`
  const both = [after, beyond].filter((part) => part !== '').join(', and ')
  return `${both}; what people typed ${keeps_prompts ? 'stays' : 'goes, too'}`
}

/** What went of a session, when, and by which policy. */
export const removalWords = ({
  messages,
  bytes,
  kept_messages,
  removed_at,
  ...limits
}: SessionRemoval): string =>
  `The text of ${count(messages, 'message')} (${size(bytes)}) was removed on ${removed_at.slice(0, 10)} by the retention of the project: ${limitWords(limits)}. ${count(kept_messages, 'message')} kept theirs.`

const WHY: Record<NotReady, string> = {
  held: 'kept by a legal hold',
  at_work: 'still at work',
  not_distilled: 'not distilled yet',
  not_read: 'being read for findings',
  not_curated: 'not curated yet',
}

/** What a policy would do now, a sentence each. */
export const previewSentences = ({
  policy,
  holds,
  goes,
  evidence,
  not_ready,
}: RetentionPreview): string[] => [
  goes.messages === 0
    ? `Nothing would go now, of ${size(holds.bytes)} in ${count(holds.sessions, 'session')}.`
    : `${count(goes.messages, 'message')} of ${count(goes.sessions, 'session')} would lose their text now: ${size(goes.bytes)} of ${size(holds.bytes)}.`,
  ...(goes.oldest === null || goes.newest === null
    ? []
    : [
        `These sessions were last active between ${goes.oldest.slice(0, 10)} and ${goes.newest.slice(0, 10)}.`,
      ]),
  ...(evidence === 0
    ? []
    : [
        `${count(evidence, 'message')} of them would stay, because memories, findings or summaries rest on them.`,
      ]),
  ...(policy.keeps_prompts ? ['What people typed would stay.'] : []),
  ...not_ready.map(({ why, sessions }) => `${count(sessions, 'session')} would wait: ${WHY[why]}.`),
]

export const runWords = ({ sessions, messages, bytes, kept_messages }: RetentionRun): string =>
  `${count(messages, 'message')} of ${count(sessions, 'session')} lost their text (${size(bytes)}); ${count(kept_messages, 'message')} kept theirs`
