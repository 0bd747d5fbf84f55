import type { CodeChange } from '@teamlore/db'
import { describe, expect, test } from 'vitest'
import { replayFile } from './replay-file.ts'

const change = (
  sha: string,
  status: CodeChange['status'],
  ...hunks: [at: number, removed: number, lines: string[] | number][]
): CodeChange => ({
  sha,
  is_merge: false,
  status,
  hunks: hunks.map(([at, removed, lines]) =>
    typeof lines === 'number'
      ? { at, removed, added: lines, lines: null }
      : { at, removed, added: lines.length, lines },
  ),
})
const shown = (changes: CodeChange[], isFromStart = true) => {
  const { linesFrom, isWhole } = replayFile(changes, { isFromStart })
  return [linesFrom(0, 100).map(({ text, sha }) => `${sha ?? '?'} ${text ?? '…'}`), isWhole]
}

describe('the lines of a file', () => {
  test('are those that its commits left, each with the one that added it', () => {
    expect(
      shown([
        change('3', 'modified', [0, 1, ['A', 'A2']], [2, 0, ['B2']]),
        change('2', 'modified', [1, 1, ['b']], [3, 1, []]),
        change('1', 'added', [0, 0, ['a', 'x', 'c', 'd']]),
      ]),
    ).toEqual([['3 A', '3 A2', '2 b', '3 B2', '1 c'], true])
  })

  test('begin again where it was made again', () => {
    expect(
      shown([change('2', 'added', [0, 0, ['new']]), change('1', 'added', [0, 0, ['old']])]),
    ).toEqual([['2 new'], true])
  })

  test('of which the text was not sent keep their place', () => {
    expect(
      shown([change('2', 'modified', [3, 1, ['d']]), change('1', 'added', [0, 0, 4])]),
    ).toEqual([['1 …', '1 …', '1 …', '2 d'], true])
  })

  test('that came before what was sent are unknown, and it says that there may be more', () => {
    expect(shown([change('1', 'modified', [2, 1, ['c']])], false)).toEqual([
      ['? …', '? …', '1 c'],
      false,
    ])
  })

  test('are not made up by a commit that changes more than there is', () => {
    const [lines, isWhole] = shown([
      change('2', 'modified', [9_000_000, 1_000_000, ['z']]),
      change('1', 'added', [0, 0, ['a']]),
    ])
    expect([lines, isWhole]).toEqual([['1 a'], false])
  })

  test('are as many as anybody reads, whatever all hunks of a commit say together', () => {
    const hunks = Array.from({ length: 5_000 }, (): [number, number, number] => [0, 0, 10_000_000])
    const { total, isWhole, linesFrom } = replayFile([change('1', 'added', ...hunks)], {
      isFromStart: true,
    })
    expect([total, isWhole, linesFrom(199_999, 10).length]).toEqual([200_000, false, 1])
  })

  test('of a long file are shown from where somebody asks', () => {
    const lines = Array.from({ length: 50 }, (_, n) => `line ${n}`)
    const { linesFrom, total } = replayFile(
      [change('2', 'modified', [10, 1, ['ten']], [40, 2, []]), change('1', 'added', [0, 0, lines])],
      { isFromStart: true },
    )
    expect(total).toBe(48)
    expect(linesFrom(9, 3).map(({ text, sha }) => [text, sha])).toEqual([
      ['line 9', '1'],
      ['ten', '2'],
      ['line 11', '1'],
    ])
    expect(linesFrom(39, 2).map(({ text }) => text)).toEqual(['line 39', 'line 42'])
  })
})
