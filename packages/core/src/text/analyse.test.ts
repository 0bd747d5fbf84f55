import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyse, quoteLexeme } from './analyse.ts'
import { tokenise } from './tokenise.ts'

const lexemesOf = (text: string): string[] => {
  const found: string[] = []
  tokenise(text, ({ words, wholes }) => found.push(...words, ...wholes.map(({ lexeme }) => lexeme)))
  return found
}

describe('words', () => {
  test('are found by their stem, whatever their case', () => {
    expect(lexemesOf('Retries retried RETRYING')).toEqual(['retri', 'retri', 'retri'])
  })

  test('lose what an apostrophe appends', () => {
    expect(lexemesOf("the server’s lock, don't")).toEqual(['the', 'server', 'lock', 'don'])
  })

  test('are found without accents and in compatibility forms', () => {
    expect(lexemesOf('naïve ﬁle ｆｉｌｅ')).toEqual(lexemesOf('naive file file'))
  })
})

describe('identifiers', () => {
  test.each([
    ['ingestBatch', ['ingest', 'batch', 'ingestbatch']],
    ['ERR_LOCK_HELD', ['err', 'lock', 'held', 'err_lock_held', 'errlockheld']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['foo.bar()', ['foo', 'bar', 'foo.bar']],
    ['__init__', ['init', '__init__']],
    ['c++', ['c++']],
    ['v1.30.0', ['1.30.0']],
    ['pkg@1.2.3', ['pkg', '1.2.3', 'pkg@1.2.3']],
    ['e69de29bb2d1', ['e69de29bb2d1', 'e69de29']],
  ])('%s is found whole and by its parts', (text, expected) => {
    expect(lexemesOf(text).sort()).toEqual([...expected].sort())
  })

  test('meet in one spelling, however their words are joined', () => {
    for (const text of ['mtime-on-use', 'mtime_on_use', 'mtimeOnUse', 'MtimeOnUse']) {
      expect(lexemesOf(text)).toContain('mtimeonuse')
    }
  })

  test('that are paths are found by their last parts, and without line numbers', () => {
    const found = lexemesOf('see packages/core/src/rank-hits.ts:12:5.')
    expect(found).toEqual(
      expect.arrayContaining([
        'packages/core/src/rank-hits.ts',
        'src/rank-hits.ts',
        'rank-hits.ts',
        'rank',
      ]),
    )
    expect(found).not.toContain('12')
  })

  test('that are Windows paths are written as any other', () => {
    expect(lexemesOf('C:\\Users\\me\\notes.md')).toContain('me/notes.md')
  })
})

test('text without spaces is found by pairs of characters', () => {
  expect(lexemesOf('日本語')).toEqual(['日本', '本語'])
  expect(lexemesOf('錠')).toEqual(['錠'])
})

test('weights and places stand behind each lexeme, and no phrase runs from one field into the next', () => {
  const { tsv, length } = analyse([
    { text: 'Lock file', weight: 'A' },
    { text: 'the lock', weight: 'C' },
    { text: 'lock', weight: 'D' },
  ])
  expect(tsv).toBe("'lock':1A,20C,37 'file':2A 'the':19C")
  expect(length).toBe(4)
})

test('scopes stand in front, where no text can put them', () => {
  expect(analyse([{ text: '#p:prj_1', weight: 'C' }], ['#p:prj_1']).tsv).toBe(
    "'#p:prj_1' 'p':1C 'prj':2C '1':3C 'prj_1':2C 'prj1':2C 'p:prj_1':1C",
  )
})

test('quotes and backslashes are doubled', () => {
  expect(quoteLexeme("a'b\\c")).toBe("'a''b\\\\c'")
})

const LITERAL = /^(?:'(?:[^'\\]|''|\\\\)+'(?::\d+[ABC]?(?:,\d+[ABC]?)*)?(?: |$))*$/

test('any text gives a literal within PostgreSQL’s limits', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.string({
      unit: fc.constantFrom(
        "'",
        '\\',
        '\0',
        ':',
        '/',
        '.',
        'a',
        'B',
        '1',
        '日',
        'é',
        '\ud800',
        ' ',
      ),
      maxLength: 400,
    }),
  )
  fc.assert(
    fc.property(anyText, (text) => {
      const { tsv, length } = analyse([{ text, weight: 'C' }])
      expect(tsv).toMatch(LITERAL)
      expect(length).toBeGreaterThanOrEqual(0)
      for (const [, places = ''] of tsv.matchAll(/':([\d,ABC]+)/g)) {
        const numbers = places.split(',').map((place) => Number.parseInt(place, 10))
        expect(numbers.length).toBeLessThanOrEqual(255)
        expect(Math.max(...numbers)).toBeLessThanOrEqual(16_383)
      }
      for (const lexeme of lexemesOf(text))
        expect(Buffer.byteLength(lexeme)).toBeLessThanOrEqual(200)
    }),
    { numRuns: 500 },
  )
})

test('a very long text stays within the limits of places', () => {
  const { tsv } = analyse([{ text: 'again '.repeat(30_000), weight: 'C' }])
  expect(tsv.split(',')).toHaveLength(255)
})

test('what is found stands where it is said to stand', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      let last = 0
      tokenise(text, (_, start, end) => {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
        last = start
      })
    }),
  )
})
