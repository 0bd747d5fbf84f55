import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupFilters } from './filter-groups.ts'
import { orderOf } from './order.ts'
import { parseQuery } from './parse-query.ts'

const word = (text: string) => ({ kind: 'word', text })
const phrase = (text: string) => ({ kind: 'phrase', text })

describe('AND and NOT', () => {
  test('demands what AND stands between, and leaves out what follows NOT', () => {
    const query = parseQuery('redis or valkey AND "key value" NOT table AND NOT type:prompt cache')
    const either = [word('redis'), word('valkey')]
    expect(query.groups).toEqual([either, [phrase('key value')], [word('cache')]])
    expect(query.demanded).toEqual([either, [phrase('key value')]])
    expect(query.excluded).toEqual([word('table')])
    expect(query.filters).toEqual([{ name: 'type', value: 'prompt', isNegated: true }])
    expect(query.notes).toEqual([])
  })

  test('reads AND and NOT before a name in capitals, and between filters and words', () => {
    expect(parseQuery('lock NOT HTTP').excluded).toEqual([word('HTTP')])
    expect(parseQuery('lock AND HTTP').demanded).toEqual([[word('lock')], [word('HTTP')]])
    const filtered = parseQuery('tool:codex AND lock')
    expect(filtered.demanded).toEqual([[word('lock')]])
    expect(filtered.notes).toEqual([])
    const long = parseQuery(Array.from({ length: 12 }, (_, n) => `word${n}`).join(' AND '))
    expect(long.demanded).toHaveLength(12)
  })

  test('asks for both of two filters of one name, and for either without it', () => {
    const of = (typed: string) =>
      groupFilters(parseQuery(typed).filters).map(({ values }) => values)
    expect(of('title:berth AND title:book')).toEqual([['berth'], ['book']])
    expect(of('title:berth title:book')).toEqual([['berth', 'book']])
    expect(of('tag:perf OR tag:auth AND tag:red')).toEqual([['perf', 'auth'], ['red']])
    expect(of('title:berth tool:codex AND lock')).toEqual([['berth'], ['codex']])
  })

  test('a bracket in front of a filter only groups, and one in its value belongs to it', () => {
    const filters = (typed: string) =>
      parseQuery(typed).filters.map(({ name, value }) => [name, value])
    expect(filters('(title:berth) AND queue')).toEqual([['title', 'berth']])
    expect(filters('((tool:codex or tool:pi) AND lock)')).toEqual([
      ['tool', 'codex'],
      ['tool', 'pi'],
    ])
    expect(filters('file:src/(app)/page.tsx')).toEqual([['file', 'src/(app)/page.tsx']])
    expect(parseQuery('(node:fs)').groups).toEqual([[word('(node:fs)')]])
  })

  test.each([
    'DO NOT RENDER',
    '404 NOT FOUND',
    'email NOT NULL',
    'CREATE TABLE IF NOT EXISTS notes',
    'READ AND WRITE locks',
    'AND lock',
    'lock AND',
    'lock NOT',
    'salt and pepper not sugar',
    'why does the build NOT run when we pass a flag AND the root is relative',
  ])('takes AND and NOT for words in: %s', (typed) => {
    const { demanded, excluded, groups } = parseQuery(typed)
    expect({ demanded, excluded }).toEqual({ demanded: [], excluded: [] })
    const texts = groups.flat().map(({ text }) => text)
    expect(texts).toEqual(typed.split(' '))
  })
})

test('what is demanded is always among what is looked for, and what follows NOT never is', () => {
  const letter = fc.constantFrom('redis', 'lock', 'cache', '"key value"')
  const joined = fc.constantFrom(' ', ' AND ', ' or ', ' NOT ', ' AND NOT ')
  fc.assert(
    fc.property(fc.array(fc.tuple(letter, joined), { maxLength: 7 }), (parts) => {
      const typed = `start${parts.map(([text, join]) => `${join}${text}`).join('')}`
      const { groups, demanded, excluded } = parseQuery(typed)
      for (const group of demanded) expect(groups).toContain(group)
      const isNegated = ([, join]: [string, string]) => join.endsWith('NOT ')
      expect(excluded).toHaveLength(parts.filter(isNegated).length)
      expect(groups.flat()).toHaveLength(1 + parts.length - excluded.length)
    }),
  )
})

test.each([
  ['order:date', 'newest'],
  ['sort:date', 'newest'],
  ['order:Oldest lock', 'oldest'],
  ['order:relevance', undefined],
  ['order:sideways', undefined],
  ['-order:date', undefined],
  ['lock', undefined],
])('%s is the order %s', (typed, order) => {
  expect(orderOf(parseQuery(typed).filters)).toBe(order)
})
