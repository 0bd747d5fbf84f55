import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bold, dim, type Line, match, type Piece, renderLine, widthOfLine } from './line.ts'
import { passageLines } from './passage.ts'
import { tableLines } from './table.ts'
import { headOfWidth, truncate, truncateStart, widthOf } from './text-width.ts'
import { wrapLine } from './wrap.ts'

const plain = (line: Line): string => renderLine(line, { hasColors: false })

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.lorem({ maxCount: 12 }),
  fc.constantFrom('日本語のテキスト', '👩‍💻👩‍💻👩‍💻', 'a\u001b[31mb', 'x'.repeat(100)),
)
const piece: fc.Arbitrary<Piece> = fc.oneof(text, text.map(bold), text.map(match))

describe('the width of text', () => {
  test.each([
    ['plain', 5],
    ['日本', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['👩‍💻', 2],
    ['❤️', 2],
    ['', 0],
  ])('of "%s" is %i columns', (word, width) => {
    expect(widthOf(word)).toBe(width)
  })

  test('is never exceeded by what was cut to it, from either end', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (word, width) => {
        expect(widthOf(truncate(word, width))).toBeLessThanOrEqual(width)
        expect(widthOf(truncateStart(word, width))).toBeLessThanOrEqual(width)
        expect(widthOf(headOfWidth(word, width))).toBeLessThanOrEqual(width)
      }),
    )
  })

  test('decides what a path keeps: its end', () => {
    expect(truncateStart('/home/ana/src/main.ts', 12)).toBe('…src/main.ts')
    expect(truncate('a long title', 7)).toBe('a long…')
  })
})

describe('wrapping', () => {
  test('breaks between words, and keeps the tone of each', () => {
    const lines = wrapLine(['Readers saw half of the ', match('tide table'), '.'], { width: 20 })
    expect(lines.map(plain)).toEqual(['Readers saw half of', 'the tide table.'])
    expect(lines[1]?.[1]).toEqual(match('tide table'))
  })

  test('puts the indent before every line, and breaks a word longer than a line', () => {
    expect(wrapLine(['aaaaaaaaaaaa bb'], { width: 10, indent: '> ' }).map(plain)).toEqual([
      '> aaaaaaaa',
      '> aaaa bb',
    ])
  })

  test('keeps the indentation of code', () => {
    expect(wrapLine(['    return  1'], { width: 40 }).map(plain)).toEqual(['    return  1'])
  })

  test('never makes a line wider than the terminal and loses no letter', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }),
        fc.integer({ min: 20, max: 60 }),
        (line, width) => {
          const lines = wrapLine(line, { width, indent: '  ' })
          for (const wrapped of lines) expect(widthOfLine(wrapped)).toBeLessThanOrEqual(width)
          const letters = (of: Line[]) => of.map(plain).join('').replace(/\s/g, '')
          expect(letters(lines)).toBe(letters([line]))
        },
      ),
    )
  })
})

describe('a passage', () => {
  const options = { width: 40, indent: '  ', hint: '--full shows it all' }

  test('says how many lines are missing when only its beginning is shown', () => {
    expect(passageLines('1\n2\n3\n4\n', { ...options, maxLines: 2 }).map(plain)).toEqual([
      '  1',
      '  2',
      '  … 2 more lines  (--full shows it all)',
    ])
  })

  test('says how many characters the server left out', () => {
    expect(passageLines('abc', { ...options, missingChars: 1_200 }).map(plain)).toEqual([
      '  abc',
      '  … 1,200 more characters  (--full shows it all)',
    ])
  })

  test('counts the screen lines of one long line too', () => {
    const lines = passageLines('word '.repeat(100), { ...options, maxLines: 2 }).map(plain)
    expect(lines).toHaveLength(3)
    expect(lines[2]).toBe('  …  (--full shows it all)')
  })

  test('drops empty lines around it, keeps those inside', () => {
    expect(passageLines('\n\n  a\n\nb\n\n', options).map(plain)).toEqual(['    a', '  ', '  b'])
  })
})

describe('a table', () => {
  const columns = [
    { title: 'ID' },
    { title: 'N', align: 'right' as const },
    { title: 'TITLE', shrinksTo: 8 },
  ]
  const rows: Piece[][] = [
    ['ses_1', '7', 'A title that is rather long'],
    ['ses_22', '1,234', 'Short'],
  ]

  test('lines its columns up and cuts only those that may be cut', () => {
    const lines = tableLines(columns, rows, { width: 32, title: dim }).map(plain)
    expect(lines.map((line) => line.trimEnd())).toEqual([
      'ID          N  TITLE',
      'ses_1       7  A title that is…',
      'ses_22  1,234  Short',
    ])
  })

  test('cuts nothing when it does not go to a terminal', () => {
    const lines = tableLines(columns, rows, { width: undefined, title: dim }).map(plain)
    expect(lines.join('\n')).toContain('A title that is rather long')
  })

  test('is as wide as the terminal at most, as long as its columns can shrink to it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 30, max: 100 }),
        (cells, width) => {
          const shrinking = [
            { title: 'A', shrinksTo: 5 },
            { title: 'B', shrinksTo: 5 },
          ]
          for (const line of tableLines(shrinking, cells, { width, title: dim }))
            expect(widthOfLine(line)).toBeLessThanOrEqual(width)
        },
      ),
    )
  })
})
