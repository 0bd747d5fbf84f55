import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hunksOfPatch } from './hunks-of-patch.ts'

describe('the patch of a file', () => {
  test('gives the lines that change, without those around them', () => {
    const patch = [
      '@@ -10,7 +10,8 @@ export const load = () => {',
      ' a',
      ' b',
      '-c',
      '+C',
      '+D',
      ' e',
      ' f',
      '-g',
      ' h',
      '\\ No newline at end of file',
    ].join('\n')
    expect(hunksOfPatch(patch)).toEqual([
      {
        old_from: 12,
        old_lines: 1,
        new_from: 12,
        new_lines: 2,
        within: 'export const load = () => {',
      },
      {
        old_from: 15,
        old_lines: 1,
        new_from: 15,
        new_lines: 0,
        within: 'export const load = () => {',
      },
    ])
  })

  test('that only adds names the line before', () => {
    expect(hunksOfPatch('@@ -3,2 +3,3 @@\n x\n+y\n z')).toEqual([
      { old_from: 3, old_lines: 0, new_from: 4, new_lines: 1 },
    ])
  })

  test('of a new file begins at its first line', () => {
    expect(hunksOfPatch('@@ -0,0 +1,2 @@\n+a\n+b')).toEqual([
      { old_from: 0, old_lines: 0, new_from: 1, new_lines: 2 },
    ])
  })

  test('of a file that goes ends at its last line', () => {
    expect(hunksOfPatch('@@ -1,2 +0,0 @@\n-a\n-b')).toEqual([
      { old_from: 1, old_lines: 2, new_from: 0, new_lines: 0 },
    ])
  })

  test.each(['', 'Binary files differ', 'no patch\n@@ -1 +1 @@'])(
    'that is none gives null: %j',
    (patch) => {
      expect(hunksOfPatch(patch)).toBeNull()
    },
  )

  test('that is any text at all is read to numbers of lines, or is none', () => {
    const line = fc.oneof(
      fc.constantFrom('@@ -1,2 +1 @@', '@@ -0,0 +1 @@ x', ' a', '-b', '+c', '\\ No newline'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        for (const { old_from, old_lines, new_from, new_lines } of hunksOfPatch(lines.join('\n')) ??
          [])
          expect(Math.min(old_from, old_lines, new_from, new_lines)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('of more runs than a report takes gives null', () => {
    const runs = Array.from(
      { length: 501 },
      (_, at) => `@@ -${at * 9 + 1} +${at * 9 + 1} @@\n-a\n+b`,
    )
    expect(hunksOfPatch(runs.join('\n'))).toBeNull()
  })
})
