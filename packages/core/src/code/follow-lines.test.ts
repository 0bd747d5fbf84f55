import { expect, test } from 'vitest'
import { followLines } from './follow-lines.ts'

type Definition = [name: string, start: number, end: number, hash?: string | undefined]

const snapshot = (hash: string, ...definitions: Definition[]) => ({
  path: 'src/quay.ts',
  hash,
  symbols: definitions.map(([name, start, end, own = `${name} as it is`]) => ({
    name,
    start,
    end,
    hash: own,
  })),
})
const follow = (
  start_line: number,
  end_line: number | null,
  ...[before, after]: Parameters<typeof snapshot>[]
) => {
  const sides = [before, after].map((one) => snapshot(...(one ?? ['a'])))
  const lines = followLines({ start_line, end_line }, sides[0], sides[1])
  return [lines.start_line, lines.end_line]
}

test('within a definition that changed, lines follow what is nearest: its beginning, its end, or what is defined in it', () => {
  const before: Parameters<typeof snapshot> = ['a', ['moor', 10, 40, 'x'], ['rope', 20, 22]]
  const after: Parameters<typeof snapshot> = ['b', ['moor', 10, 50, 'y'], ['rope', 26, 28]]
  expect(follow(12, 13, before, after)).toEqual([12, 13])
  expect(follow(18, 23, before, after)).toEqual([24, 29])
  expect(follow(38, 39, before, after)).toEqual([48, 49])
})

test('what stands in no definition follows the nearest one, above or below, or the beginning of the file', () => {
  const before: Parameters<typeof snapshot> = ['a', ['one', 10, 20], ['two', 40, 50]]
  const after: Parameters<typeof snapshot> = ['b', ['one', 12, 22], ['two', 62, 72]]
  expect(follow(3, 4, before, after)).toEqual([3, 4])
  expect(follow(9, null, before, after)).toEqual([11, null])
  expect(follow(23, 24, before, after)).toEqual([25, 26])
  expect(follow(38, 39, before, after)).toEqual([60, 61])
})

test('lines of a definition that says the same go with it wherever it goes, and stay within one that shrank', () => {
  expect(
    follow(
      12,
      14,
      ['a', ['moor', 10, 15], ['rope', 16, 20]],
      ['b', ['rope', 1, 5], ['moor', 6, 11]],
    ),
  ).toEqual([8, 10])
  expect(follow(24, 25, ['a', ['moor', 10, 40, 'x']], ['b', ['moor', 10, 18, 'y']])).toEqual([
    18, 18,
  ])
})

test('a name that comes more or less often than before says nothing of where its lines are', () => {
  const twice: Definition[] = [
    ['at', 12, 12, 'p'],
    ['at', 30, 30, 'q'],
  ]
  expect(
    follow(
      29,
      29,
      ['a', ['moor', 10, 40, 'x'], ['at', 30, 30, 'q']],
      ['b', ['moor', 10, 41, 'y'], ['at', 12, 12, 'p'], ['at', 31, 31, 'r']],
    ),
  ).toEqual([30, 30])
  expect(
    follow(
      29,
      29,
      ['a', ['moor', 10, 40, 'x'], ...twice],
      [
        'b',
        ['moor', 10, 41, 'y'],
        ...twice.map(([name, start, end, own]): Definition => [name, start + 1, end + 1, own]),
      ],
    ),
  ).toEqual([30, 30])
})

test('what left a definition says nothing of the lines that stayed', () => {
  expect(
    follow(
      23,
      24,
      ['a', ['moor', 10, 40, 'x'], ['rope', 20, 22]],
      ['b', ['moor', 10, 37, 'y'], ['rope', 60, 62]],
    ),
  ).toEqual([23, 24])
})

test('a range never ends before it begins, nor begins before its file', () => {
  const swapped: Parameters<typeof snapshot>[] = [
    ['a', ['one', 10, 20], ['two', 22, 30]],
    ['b', ['two', 10, 18], ['one', 20, 30]],
  ]
  expect(follow(19, 23, ...swapped)).toEqual([29, 29])
  expect(follow(5, 5, ['a', ['one', 8, 20]], ['b', ['one', 1, 13]])).toEqual([1, 1])
})
