import { expect, test } from 'vitest'
import { readerWords } from './memory-use-words.ts'

test('a reader is named where the asker may know', () => {
  const line = { on: '2026-05-02', reader: 'agent', door: 'brief', times: 3 } as const
  expect(readerWords({ ...line, person: { id: 'usr_1', name: 'Ada' } })).toBe(
    '2026-05-02: an agent of Ada, in a brief, 3 times',
  )
  expect(readerWords({ ...line, reader: 'person', door: 'opened', times: 1, person: null })).toBe(
    '2026-05-02: a person, by its id',
  )
})
