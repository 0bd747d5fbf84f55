import { FILTER_NAMES } from '@teamlore/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMoment } from '../../text/parse-moment.ts'
import { MAX_QUERY_CHARS, parseQuery } from './parse-query.ts'
import { printFilter } from './print-filter.ts'
import { questionTerms } from './question-terms.ts'

const word = (text: string) => ({ kind: 'word', text })
const phrase = (text: string) => ({ kind: 'phrase', text })

describe('the query language', () => {
  test('takes words, phrases, exclusions and filters apart', () => {
    const query = parseQuery(
      'retry "lock file" -windows type:decision file:"my notes.md" -tool:codex',
    )
    expect(query.groups).toEqual([[word('retry')], [phrase('lock file')]])
    expect(query.excluded).toEqual([word('windows')])
    expect(query.filters).toEqual([
      { name: 'type', value: 'decision', isNegated: false },
      { name: 'file', value: 'my notes.md', isNegated: false },
      { name: 'tool', value: 'codex', isNegated: true },
    ])
    expect(query.notes).toEqual([])
  })

  test('joins what "or" stands between', () => {
    expect(parseQuery('redis or valkey or "key value" cache').groups).toEqual([
      [word('redis'), word('valkey'), phrase('key value')],
      [word('cache')],
    ])
  })

  test('lets flags, arrows and numbers be themselves', () => {
    const query = parseQuery('--locked -v -vv -Xmx -5 a -> b')
    expect(query.excluded).toEqual([])
    expect(query.groups.flat().map(({ text }) => text)).toEqual([
      '--locked',
      '-v',
      '-vv',
      '-Xmx',
      '-5',
      'a',
      '->',
      'b',
    ])
  })

  test('takes addresses and scoped names for text, without a word about filters', () => {
    for (const text of ['node:fs', 'std::fs::read', 'https://example.org/a', 'C:\\temp']) {
      const query = parseQuery(text)
      expect(query.filters).toEqual([])
      expect(query.notes).toEqual([])
      expect(query.groups.flat()).toEqual([word(text)])
    }
  })

  test('says when a filter is unknown or empty, and which one may have been meant', () => {
    expect(parseQuery('autor:kim').notes).toEqual([
      'There is no filter autor:, so it was searched as text. Did you mean author:?',
    ])
    expect(parseQuery('lang:ts').notes[0]).toContain('There is no filter lang:')
    expect(parseQuery('type: lock').notes).toEqual(['The filter type: is empty and was left out.'])
  })

  test('does not operate on sentences: what they quote is mentioned, what they dash is dashed', () => {
    const query = parseQuery(
      'why does the build fail with "linker not found" when we pass a -sysroot that is relative to home',
    )
    expect(query.excluded).toEqual([])
    expect(questionTerms(query).required).toBeNull()
  })

  test('says where "or" joins nothing, and where NOT was no operator', () => {
    const or = (left: string, right: string) =>
      `"or" was left out between ${left} and ${right}, so both must fit.`
    for (const [typed, note] of [
      ['tool:codex or type:prompt', or('tool:', 'type:')],
      ['tool:codex OR lock', or('tool:', 'words')],
      ['lock or -draft', or('words', '-words')],
      ['file:a.ts or file:b.ts', or('file:', 'file:')],
      ['lock or NOT draft', or('words', '-words')],
      ['email NOT NULL', 'NOT was searched as a word; to leave something out, write -null.'],
    ] as const)
      expect(parseQuery(typed).notes, typed).toEqual([note])
    for (const typed of [
      'tool:codex or tool:aider',
      'a or "b c"',
      'or tool:codex or',
      'not render',
      'DO NOT RENDER',
    ])
      expect(parseQuery(typed).notes, typed).toEqual([])
  })

  test('leaves a quotation open to the end', () => {
    expect(parseQuery('"lock file').groups).toEqual([[phrase('lock file')]])
  })
})

test('a question of stop words alone looks for them', () => {
  expect(questionTerms(parseQuery('to be or not')).terms.length).toBeGreaterThan(0)
  expect(questionTerms(parseQuery('the lock')).terms.map(({ lexemes }) => lexemes[0])).toEqual([
    'lock',
  ])
})

test('phrases ask for their words in order, and for identifiers whole', () => {
  const { required, requiredWords } = questionTerms(parseQuery('"lock held" "ingestBatch"'))
  expect(required).toContain("'lock' <-> 'held'")
  expect(required).toContain("'ingest' <-> 'batch'")
  expect(required).toContain("'ingestbatch'")
  expect(requiredWords).not.toContain('<->')
})

const TRICKY = fc.string({
  unit: fc.constantFrom(
    '"',
    '“',
    '-',
    ':',
    '(',
    ')',
    '&',
    '|',
    '!',
    '<',
    '>',
    "'",
    '\\',
    '\0',
    '*',
    ' or ',
    ' AND ',
    ' NOT ',
    'order:date ',
    'title:',
    ' ',
    'type:',
    'before:',
    'a',
    'é',
    '日',
    '\u202e',
    '😀',
    '\ud800',
    ';--',
    '\n',
  ),
  maxLength: 120,
})
const ANY = fc.oneof(
  TRICKY,
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
)

/** What is left of a tsquery once its quoted lexemes are out must be operators and nothing else. */
const isWellFormed = (tsquery: string): boolean => {
  const bare = tsquery.replace(/'(?:[^'\\]|''|\\\\)+'/g, 'x')
  let depth = 0
  for (const character of bare) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (depth < 0) return false
  }
  return depth === 0 && /^[x()&|!<\- >]*$/.test(bare)
}

test('anything typed is a valid query, and nothing typed is an operator of the database', () => {
  fc.assert(
    fc.property(ANY, (typed) => {
      const query = parseQuery(typed)
      const { required, requiredWords, excluded, demanded, everything, terms, identifierShare } =
        questionTerms(query)
      for (const tsquery of [required, requiredWords, excluded, demanded, everything]) {
        if (tsquery !== null) expect(isWellFormed(tsquery)).toBe(true)
      }
      expect(terms.length).toBeLessThanOrEqual(64)
      expect(identifierShare).toBeGreaterThanOrEqual(0)
      expect(identifierShare).toBeLessThanOrEqual(1)
    }),
    { numRuns: 3_000 },
  )
})

const VALUE = fc.oneof(
  ANY,
  fc.constantFrom(
    'feature/x',
    '/etc/passwd',
    'C:\\temp',
    'a b',
    '“x”',
    'שלום',
    '\u202eabc',
    '👩‍👩‍👧',
    'x\0y',
    '日本 語',
  ),
)

test('a filter is read again as it was printed, whatever its value', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FILTER_NAMES), VALUE, fc.boolean(), (name, value, isNegated) => {
      const printed = printFilter({ name, value, isNegated })
      fc.pre(printed !== undefined)
      const query = parseQuery(`lock ${printed} key`)
      expect(query.filters).toEqual([{ name, value, isNegated }])
      expect(query.groups.flat().map(({ text }) => text)).toEqual(['lock', 'key'])
    }),
    { numRuns: 2_000 },
  )
})

test('what can be printed is all but what has no spelling', () => {
  const print = (value: string) => printFilter({ name: 'file', value, isNegated: false })
  expect(print('src/a.ts')).toBe('file:src/a.ts')
  expect(print('/etc/my notes')).toBe('file:"/etc/my notes"')
  expect(print('עברית')).toBe('file:עברית')
  for (const value of ['', ' a', 'a\0', 'say "x" now', '"quoted"'])
    expect(print(value)).toBeUndefined()
})

test('a megabyte is cut, and the answer says so', () => {
  const query = parseQuery('lock '.repeat(210_000))
  expect(query.groups.length).toBeLessThanOrEqual(200)
  expect(query.notes).toContain(
    `Only the first ${MAX_QUERY_CHARS} characters of the question were used.`,
  )
})

describe('moments', () => {
  const now = new Date('2026-03-09T15:00:00Z')
  test.each([
    ['2026', '2026-01-01T00:00:00.000Z'],
    ['2026-02', '2026-02-01T00:00:00.000Z'],
    ['2026-02-03', '2026-02-03T00:00:00.000Z'],
    ['2026-02-03T10:30', '2026-02-03T10:30:00.000Z'],
    ['2026-02-03T10:30+02:00', '2026-02-03T08:30:00.000Z'],
    ['today', '2026-03-09T00:00:00.000Z'],
    ['Yesterday', '2026-03-08T00:00:00.000Z'],
    ['12h', '2026-03-09T03:00:00.000Z'],
    ['2w', '2026-02-23T15:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(parseMoment(text, now)?.toISOString()).toBe(expected)
  })

  test.each(['soon', '2026-02-31', '2026-13', '0001', '-1d', '9999y', ''])('%s is none', (text) => {
    expect(parseMoment(text, now)).toBeUndefined()
  })
})
