import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entriesOf } from './entries.ts'
import { splitHistory } from './runs.ts'
import { writtenTo } from './written-lines.ts'

const line = fc.constantFrom(
  ...[
    '# aider chat started at 2026-01-01 00:00:00',
    '#### ask  ',
    '#### heading',
    '> note  ',
    '> note',
  ],
  ...[
    '',
    '```',
    '~~~~',
    '<<<<<<< SEARCH',
    '=======',
    '>>>>>>> REPLACE',
    'a.py',
    'more  ',
    '>',
    '####',
  ],
)
const entriesIn = (lines: readonly string[]) => {
  const history = splitHistory(lines.map((one) => `${one}\n`).join(''))
  return history.runs.map((run) => entriesOf(history, run))
}

describe('whatever stands in a history', () => {
  test('every line of a run is in one entry at most, in order', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        for (const entries of entriesIn(lines)) {
          let last = -1
          for (const { at, lines: own } of entries) {
            expect(at).toBeGreaterThan(last)
            last = at + own.length - 1
            writtenTo('a.py', own)
          }
        }
      }),
    )
  })

  test('what is added to its end leaves the entries before the last as they were', () => {
    const marked = fc.constantFrom('#### ask  ', '> note  ', 'said', '', '```', '# heading')
    const lines = fc.array(marked, { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(lines, lines, (before, more) => {
        const head = ['# aider chat started at 2026-01-01 00:00:00', '> Aider v1  ']
        const [first = []] = entriesIn([...head, ...before])
        const [second = []] = entriesIn([...head, ...before, ...more])
        expect(second.slice(0, first.length - 1)).toEqual(first.slice(0, -1))
      }),
    )
  })
})
