import type { AnchoredMemory } from '@teamlore/db'
import type { ChangedFile, ChangedLines } from '@teamlore/shared/change-report'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestBearing } from './bearing.ts'

const PATH = 'src/tide.ts'
type Anchor = AnchoredMemory['anchors'][number]
const anchor = (from: number | null, to = from, fields: Partial<Anchor> = {}): Anchor => ({
  path: PATH,
  symbol: null,
  start_line: from,
  end_line: to,
  state: 'fresh',
  is_inherited: false,
  ...fields,
})
const hunk = (from: number, lines: number, added: number, fields: Partial<ChangedLines> = {}) => ({
  old_from: from,
  old_lines: lines,
  new_from: from,
  new_lines: added,
  ...fields,
})
const bears = (one: Anchor, fields: Partial<ChangedFile>) =>
  bestBearing(
    [one],
    new Map([[PATH, { path: PATH, status: 'modified' as const, hunks: [], ...fields }]]),
  )

describe('what is anchored to lines bears on a change', () => {
  test('that touches them or stands right beside them, and on no other', () => {
    const at = (from: number) => bears(anchor(20, 24), { hunks: [hunk(from, 2, 2)] })?.by
    expect([at(10), at(16), at(17), at(22), at(27), at(28)]).toEqual([
      undefined,
      'lines',
      'lines',
      'lines',
      'lines',
      undefined,
    ])
  })

  test('that only adds between them', () => {
    expect(bears(anchor(20, 24), { hunks: [hunk(22, 0, 5)] })?.by).toBe('lines')
    expect(bears(anchor(20, 24), { hunks: [hunk(40, 0, 5)] })).toBeUndefined()
  })

  test('and is shown where they are afterwards', () => {
    const hunks = [hunk(1, 2, 12), hunk(22, 1, 1, { new_from: 32 })]
    expect(bears(anchor(20, 24), { hunks })).toEqual({ by: 'lines', path: PATH, line: 30 })
  })

  test('whose lines the host left out, as one of the whole file', () => {
    expect(bears(anchor(20), { hunks: null })).toEqual({ by: 'file', path: PATH, line: null })
  })

  test('that deletes their file, and not on one that only moves it', () => {
    expect(bears(anchor(20), { status: 'deleted' })?.by).toBe('file_gone')
    expect(bears(anchor(20), { status: 'renamed', old_path: PATH, path: 'b.ts' })).toBeUndefined()
  })
})

test('what is anchored to a function bears on a change within it, by its whole name', () => {
  const one = anchor(null, null, { symbol: 'Table.load' })
  const within = (text: string) => bears(one, { hunks: [hunk(5, 1, 1, { within: text })] })?.by
  expect(within('async function load(port: string) {')).toBe('lines')
  expect(within('async function reload(port: string) {')).toBeUndefined()
  expect(bears(one, { hunks: [hunk(5, 1, 1)] })).toBeUndefined()
})

describe('what is anchored to a function may bear on a change of its file', () => {
  const one = anchor(null, null, { symbol: 'Table.load' })
  const unsure = { by: 'file', path: PATH, line: null, isUnsure: true }

  test.each(['class Table(Base):', 'export const createTable = (tx) => ({'])(
    'where git names what it is in alone: %s',
    (within) => {
      expect(bears(one, { hunks: [hunk(5, 1, 1, { within })] })).toEqual(unsure)
    },
  )

  test('where lines that change name it', () => {
    const words = { changed: ['load', 'port'], kept: [] }
    expect(bears(one, { hunks: [hunk(5, 1, 1)], words })).toEqual(unsure)
    expect(
      bears(one, { hunks: [hunk(5, 1, 1)], words: { changed: ['reload'], kept: [] } }),
    ).toBeUndefined()
  })

  test('but not where its lines are known to be others', () => {
    const known = anchor(90, 95, { symbol: 'Table.load' })
    expect(bears(known, { hunks: [hunk(5, 1, 1, { within: 'class Table:' })] })).toBeUndefined()
  })
})

test('what is anchored to a whole file bears on each change of its content', () => {
  expect(bears(anchor(null), { hunks: [hunk(5, 1, 1)] })?.by).toBe('file')
})

test('however a change looks, the line that is shown is one of the file', () => {
  const lines = fc.integer({ min: 0, max: 60 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(lines, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }))),
      fc.integer({ min: 1, max: 60 }),
      (changes, at) => {
        const hunks = changes.map(([from, old, added]) => hunk(from, old, added))
        const found = bears(anchor(at, at + 3), { hunks })
        expect(found === undefined || (found.line ?? 1) >= 1).toBe(true)
      },
    ),
  )
})
