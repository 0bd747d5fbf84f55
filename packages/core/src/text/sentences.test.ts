import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAtClause, fitSentences, splitSentences } from './sentences.ts'

test.each([
  ['Use v1.2.3. It is faster.', ['Use v1.2.3.', 'It is faster.']],
  ['See src/a.b.ts. Then run it.', ['See src/a.b.ts.', 'Then run it.']],
  ['Call `a.b(). C` first. Then stop.', ['Call `a.b(). C` first.', 'Then stop.']],
  [
    'Read https://x.dev/a?b=c. More there. Done now.',
    ['Read https://x.dev/a?b=c.', 'More there.', 'Done now.'],
  ],
  [
    'Some tools, e.g. Redis, fail. Others do not.',
    ['Some tools, e.g. Redis, fail.', 'Others do not.'],
  ],
  ['Edit the .env.local file. Restart it.', ['Edit the .env.local file.', 'Restart it.']],
  ['`Close()` blocks. `Open()` does not.', ['`Close()` blocks.', '`Open()` does not.']],
])('%s is split between sentences only', (text, sentences) => {
  expect(splitSentences(text)).toEqual(sentences)
})

test('typed text is also split before small letters', () => {
  const text = 'it broke. can you fix src/a.ts? thanks'
  expect(splitSentences(text, { typed: true })).toEqual([
    'it broke.',
    'can you fix src/a.ts?',
    'thanks',
  ])
})

test('splitting loses nothing but white space', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const squeeze = (value: string) => value.replace(/[\s\uE000]+/gu, '')
      expect(squeeze(splitSentences(text).join(''))).toBe(squeeze(text))
    }),
  )
})

test('a long sentence is cut at a clause, not inside a word or code', () => {
  const text =
    'The pool never releases a client when `connect(a, b)` throws, because the block is reached late'
  expect(cutAtClause(text, 70)).toBe('The pool never releases a client when `connect(a, b)` throws')
  expect(cutAtClause(text, 200)).toBe(text)
})

test('without a clause to end at, an ellipsis says that words are missing', () => {
  expect(cutAtClause('one two three four five six seven eight nine ten', 24)).toBe(
    'one two three four five…',
  )
})

test('a cut text is never longer than asked, and no word of it is cut', () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 30 }), fc.integer({ min: 20, max: 120 }), (text, max) => {
      const cut = cutAtClause(text, max)
      expect(cut.length).toBeLessThanOrEqual(max)
      const words = new Set(text.split(/[\s,.]+/))
      for (const word of cut.replace('…', '').split(/[\s,.]+/)) expect(words).toContain(word)
    }),
  )
})

test('only whole sentences are taken while they fit', () => {
  expect(fitSentences(['One is here.', 'Two is here.', 'Three.'], 26)).toBe(
    'One is here. Two is here.',
  )
})
