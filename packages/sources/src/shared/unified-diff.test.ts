import { describe, expect, test } from 'vitest'
import { linesOfDiff } from './unified-diff.ts'

describe('lines of a diff', () => {
  test('what stands in hunks, whatever it looks like, and never its headers', () => {
    const diff = [
      'diff --git a/x b/x',
      '--- a/x',
      '+++ b/x',
      '@@ -1,3 +1,3 @@',
      ' same',
      '--- a list of dashes',
      '+++ plus',
      '\\ No newline at end of file',
    ].join('\n')
    expect(linesOfDiff(diff)).toEqual({
      addedText: ['++ plus'],
      removedText: ['-- a list of dashes'],
    })
  })

  test('of a second file in the same diff, neither', () => {
    const file = (line: string) => `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n${line}\n`
    expect(linesOfDiff(file('+a') + file('-b'))).toEqual({ addedText: ['a'], removedText: ['b'] })
  })

  test('without hunks every marked line counts; of nothing, nothing', () => {
    expect(linesOfDiff('+a\r\n-b\r\n c')).toEqual({ addedText: ['a'], removedText: ['b'] })
    expect(linesOfDiff('')).toEqual({ addedText: [], removedText: [] })
  })
})
