import { expect, test } from 'vitest'
import { limitWords, previewSentences, removalWords, size } from './retention-words.ts'

const LIMITS = { days: 120, max_bytes: 1_000_000_000, keeps_prompts: true }

test('sizes are in the units that limits are set in', () => {
  expect([0, 950, 1_500, 1_000_000, 999_999_999, 1_000_000_000].map(size)).toEqual([
    '0 B',
    '950 B',
    '1.5 KB',
    '1 MB',
    '1 GB',
    '1 GB',
  ])
})

test('a policy says when text goes, and what becomes of prompts', () => {
  expect(limitWords(LIMITS)).toBe(
    '120 days after the last activity of a session, and beyond 1 GB of the project; what people typed stays',
  )
  expect(limitWords({ days: 1, max_bytes: null, keeps_prompts: false })).toBe(
    '1 day after the last activity of a session; what people typed goes, too',
  )
})

test('a session says how much went, when and by which policy', () => {
  expect(
    removalWords({
      ...LIMITS,
      max_bytes: null,
      messages: 1_200,
      bytes: 3_400_000,
      kept_messages: 1,
      removed_at: '2026-03-04T05:06:07.000Z',
    }),
  ).toBe(
    'The text of 1,200 messages (3.4 MB) was removed on 2026-03-04 by the retention of the project: 120 days after the last activity of a session; what people typed stays. 1 message kept theirs.',
  )
})

test('a preview says what would go, what would stay, and what would wait and why', () => {
  const preview = {
    project: { id: 'prj_1', name: 'harbour' },
    policy: LIMITS,
    holds: { sessions: 9, bytes: 2_000_000 },
    goes: {
      sessions: 2,
      messages: 31,
      bytes: 1_000_000,
      oldest: '2026-01-05T08:00:00.000Z',
      newest: '2026-01-06T08:00:00.000Z',
    },
    evidence: 4,
    not_ready: [{ why: 'not_curated' as const, sessions: 1 }],
    effective_at: '2026-03-05T05:06:07.000Z',
  }
  expect(previewSentences(preview)).toEqual([
    '31 messages of 2 sessions would lose their text now: 1 MB of 2 MB.',
    'These sessions were last active between 2026-01-05 and 2026-01-06.',
    '4 messages of them would stay, because memories, findings or summaries rest on them.',
    'What people typed would stay.',
    '1 session would wait: not curated yet.',
  ])
  const nothing = {
    ...preview.goes,
    sessions: 0,
    messages: 0,
    bytes: 0,
    oldest: null,
    newest: null,
  }
  expect(previewSentences({ ...preview, goes: nothing })[0]).toBe(
    'Nothing would go now, of 2 MB in 9 sessions.',
  )
})
