import type { SharePreview } from '@teamlore/shared/share'
import { expect, test } from 'vitest'
import { afterwardsOf, amountOf, sentenceOf } from './share-words.ts'

const preview = (more: Partial<SharePreview> = {}): SharePreview => ({
  session: { id: 'ses_1', title: 'Tides', visibility: 'private' },
  becomes: 'team',
  readers: { project: null },
  refused: null,
  counts: [],
  titles: [],
  ...more,
})

test('amounts are written for one and for many', () => {
  expect(amountOf({ kind: 'memories', count: 1 })).toBe('1 memory')
  expect(amountOf({ kind: 'summaries', count: 2 })).toBe('2 summaries')
  expect(amountOf({ kind: 'messages', count: 1_200 })).toBe('1,200 messages')
})

test('says who will read it, or why it stays as it is', () => {
  expect(sentenceOf(preview())).toContain('read and found by the team,')
  expect(sentenceOf(preview({ readers: { project: 'payroll' } }))).toContain(
    'the members on the list of payroll',
  )
  const refused = 'It stays with the team: one other member opened it.'
  expect(sentenceOf(preview({ becomes: 'private', refused }))).toBe(refused)
  expect(afterwardsOf(preview({ becomes: 'private', refused }))).toBeUndefined()
})
