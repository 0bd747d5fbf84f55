import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { replacementsIn } from './search-replace.ts'

const read = (text: string) => replacementsIn(text.split('\n'))

describe('blocks of search and replace', () => {
  test.each([
    ['<<<<<<< SEARCH\na\nb\n=======\na\nc\n>>>>>>> REPLACE', [['c'], ['b']]],
    ['------- SEARCH\na\n=======\n+++++++ REPLACE', [[], ['a']]],
    ['<<<<<<< SEARCH\n:start_line:4\n-------\na\n=======\nb\n>>>>>>> REPLACE', [['b'], ['a']]],
    ['<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE', [['new'], []]],
  ])('%j', (text, [added, removed]) => {
    const [only, ...more] = read(text)
    expect([only?.addedText, only?.removedText]).toEqual([added, removed])
    expect(more).toEqual([])
  })

  test('one that finds nothing creates, one without an end is none', () => {
    expect(read('<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE')[0]?.isCreation).toBe(true)
    expect(read('<<<<<<< SEARCH\na\n=======\nb\n<<<<<<< SEARCH\nc\n=======')).toEqual([])
  })

  test('they never overlap, whatever stands between', () => {
    const line = fc.constantFrom('<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE', 'a', '')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        let last = 0
        for (const { from, to } of replacementsIn(lines)) {
          expect(from).toBeGreaterThanOrEqual(last)
          expect(to).toBeGreaterThan(from)
          last = to
        }
      }),
    )
  })
})
