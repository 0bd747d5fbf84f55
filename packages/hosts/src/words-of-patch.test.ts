import { expect, test } from 'vitest'
import { wordsOfPatch } from './words-of-patch.ts'

test('the words of a patch are those of its changed lines, run by run, without heads and the lines around', () => {
  const patch = [
    '@@ -9,5 +9,5 @@ export const around = () => {',
    ' const context = 1',
    '-const WAIT_MS = 300',
    '\\ No newline at end of file',
    '+const WAIT_MS = 80',
    ' more()',
    '+const extra = 300',
  ].join('\n')
  expect(wordsOfPatch(patch)).toEqual({
    changed: ['300', '80', 'const', 'extra'],
    kept: ['WAIT_MS'],
  })
})

test('a patch that changes nothing has none', () => {
  expect(wordsOfPatch('')).toEqual({ changed: [], kept: [] })
})
