import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHANGED_WORDS_LIMITS, changedWords } from './changed-words.ts'

test('words of a change are those that one side alone has, apart from those that both have', () => {
  const run = { removed: ['const WAIT_MS = 300'], added: ['const WAIT_MS = 80'] }
  expect(changedWords([run])).toEqual({ changed: ['300', '80'], kept: ['const', 'WAIT_MS'] })
})

test('a word that is taken out here and put in there has changed', () => {
  const runs = [
    { removed: ['if MUST_CLOSE: break'], added: [] },
    { removed: [], added: ['if MUST_CLOSE: break'] },
  ]
  expect(changedWords(runs)).toEqual({ changed: ['if', 'MUST_CLOSE', 'break'], kept: [] })
})

test('numbers with points stay whole', () => {
  const run = { removed: ['"spec_version": "2.3"'], added: ['"spec_version": "2.4"'] }
  expect(changedWords([run]).changed).toEqual(['2.3', '2.4'])
})

test('hashes and what may be a secret are left out', () => {
  const secret = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`
  const run = { removed: [], added: [`key = "${secret}"`, 'sha 0123456789abcdef0123'] }
  expect(changedWords([run]).changed).toEqual(['key', 'sha'])
})

test('however long a change is, its words are few, short, and each there once', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 300 }), { maxLength: 200 }), (added) => {
      const { changed, kept } = changedWords([{ removed: [], added }])
      expect(changed.length).toBeLessThanOrEqual(CHANGED_WORDS_LIMITS.changed)
      expect(new Set(changed).size).toBe(changed.length)
      expect(changed.every((word) => word.length <= CHANGED_WORDS_LIMITS.maxChars)).toBe(true)
      expect(kept).toEqual([])
    }),
  )
})
