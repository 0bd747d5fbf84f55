import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from './line-diff.ts'

const signs = (before: string, after: string) =>
  diffLines(before, after).map(({ sign, text }) => sign + text)

test('what changed is shown line by line', () => {
  expect(signs('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d'])
  expect(signs('', 'new')).toEqual(['+new'])
  expect(signs('same\r\n', 'same\n')).toEqual([' same'])
})

test('gives back both texts', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
  fc.assert(
    fc.property(lines, lines, (old, fresh) => {
      const text = (list: readonly string[]) => list.map((line) => `${line}\n`).join('')
      const diff = diffLines(text(old), text(fresh))
      const side = (sign: string) =>
        diff.filter((line) => line.sign !== sign).map((line) => line.text)
      expect(side('+')).toEqual(old)
      expect(side('-')).toEqual(fresh)
    }),
  )
})

test('of two huge texts that have nothing in common but their ends all goes and comes', () => {
  const many = (word: string) => Array.from({ length: 3_000 }, (_, at) => `${word}${at}`)
  const text = (word: string) => ['head', ...many(word), 'tail'].join('\n')
  const diff = diffLines(text('old'), text('new'))
  expect(diff).toHaveLength(6_002)
  expect([diff[0]?.sign, diff.at(-1)?.sign]).toEqual([' ', ' '])
})
