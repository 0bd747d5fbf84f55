import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

test('what stayed between two changes is neither added nor removed', () => {
  expect(diffLines('a\nkeep\nb\nend\n', 'A\nkeep\nB\nend\n')).toEqual({
    addedText: ['A', 'B'],
    removedText: ['a', 'b'],
  })
})

test.each([
  ['', 'a\nb', ['a', 'b'], []],
  ['a\nb', '', [], ['a', 'b']],
  ['same', 'same', [], []],
  ['a\nb', 'b\na', ['a'], ['a']],
])('from %j to %j', (before, after, addedText, removedText) => {
  expect(diffLines(before, after)).toEqual({ addedText, removedText })
})

test('taking out what was removed and putting in what was added leaves as many of each line as there are', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '', 'x y'), { maxLength: 20 })
  const tally = (lines: readonly string[]): Record<string, number> => {
    const counts: Record<string, number> = {}
    for (const line of lines) counts[line] = (counts[line] ?? 0) + 1
    return counts
  }
  fc.assert(
    fc.property(text, text, (old, fresh) => {
      const end = (lines: readonly string[]) => (lines.length === 0 ? '' : `${lines.join('\n')}\n`)
      const { addedText, removedText } = diffLines(end(old), end(fresh))
      expect(tally([...old, ...addedText])).toEqual(tally([...fresh, ...removedText]))
    }),
  )
})

test('two large files that have nothing in common are not compared line by line', () => {
  const many = (word: string) =>
    Array.from({ length: 3_000 }, (_, at) => `${word} ${at}`).join('\n')
  const { addedText, removedText } = diffLines(many('old'), many('new'))
  expect([addedText.length, removedText.length]).toEqual([3_000, 3_000])
})
