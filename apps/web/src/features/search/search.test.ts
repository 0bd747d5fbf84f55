import type { GroupedHit, SearchHit } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { splitByRanges } from '../../lib/highlight-ranges.ts'
import { adviceFor } from './advice.ts'
import { hitText } from './hit-text.ts'
import { askedWhileTyping } from './live-question.ts'
import { markedTitle } from './marked-title.ts'
import { outcomeInWords } from './search-notes.tsx'
import {
  hasFilters,
  isAsking,
  NO_SEARCH_FILTERS,
  notesOnState,
  type SearchState,
  toSearchQuery,
} from './search-state.ts'
import { rangeIn, stillFitting, takeSuggestion } from './use-completions.ts'
import { notesOf } from './use-search.ts'
import { withVerdicts } from './use-verdicts.ts'
import { visibleSnippet } from './visible-snippet.ts'

const state = (change: Partial<SearchState> = {}): SearchState => ({
  q: '',
  ...NO_SEARCH_FILTERS,
  by: null,
  ...change,
})

describe('a search', () => {
  test('sends only what is set', () => {
    expect(toSearchQuery(state({ q: ' retry ' }))).toEqual({ q: 'retry' })
    expect(
      toSearchQuery(
        state({ q: 'x', type: 'decision', scope: 'project', include_superseded: true }),
      ),
    ).toEqual({ q: 'x', type: 'decision', scope: 'project', include_superseded: true })
  })

  test('asks when there are words or a filter, not for a scope alone', () => {
    expect(isAsking(state())).toBe(false)
    expect(isAsking(state({ q: '  ', scope: 'project' }))).toBe(false)
    expect(isAsking(state({ file: 'src/a.ts' }))).toBe(true)
    expect(hasFilters(state({ q: 'words' }))).toBe(false)
    expect(hasFilters(state({ scope: 'knowledge' }))).toBe(true)
  })
})

describe('characters nobody can see', () => {
  test('are taken out of what is asked, which is said', () => {
    const typed = state({ q: '\u0000render', file: 'a\u0007.ts' })
    expect(toSearchQuery(typed)).toEqual({ q: 'render', file: 'a .ts' })
    expect(notesOnState(typed)).toEqual([expect.stringContaining('taken out')])
    expect(notesOnState(state({ q: 'a pasted\n\tlog' }))).toEqual([])
  })

  test('alone are no question', () => {
    expect(isAsking(state({ q: '\u0000 ' }))).toBe(false)
  })
})

test('verdicts stand beside the hits that they are of, wherever those stand', () => {
  const hit = (id: string) => ({ id }) as GroupedHit
  const verdict = { says: 'unsure', quote: null } as const
  expect(withVerdicts([hit('a'), hit('b')], [{ id: 'b', verdict }, { id: 'c' }])).toEqual([
    { id: 'a' },
    { id: 'b', verdict },
  ])
})

test('what came of a search is put into words that fit nothing too', () => {
  const outcome = {
    ...({ amount: 0, noun: 'result', hasMore: false, arms: ['text', 'vector'] } as const),
    tookMs: 296.2,
    tokens: 2,
  }
  const sentence = (change: object) =>
    outcomeInWords({ ...outcome, arms: ['text', 'vector'], ...change })
  expect(sentence({})).toBe('No results. Searched by words, meaning in 296 ms.')
  expect(sentence({ hasMore: true, arms: [] })).toBe('Nothing so far. Searched in 296 ms.')
  expect(sentence({ noun: 'session', tookMs: undefined, arms: [] })).toBe('No sessions')
  expect(sentence({ amount: 3, tokens: 450 })).toBe(
    '3 results by words, meaning, in 296 ms, 450 tokens to read',
  )
})

describe('what an answer of several pages says', () => {
  const page = (notes: string[], amount = 20) => ({
    items: Array.from({ length: amount }, () => ({}) as SearchHit),
    sessions: [],
    notes,
  })

  test('is what each of them says, once', () => {
    expect(
      notesOf([page(['no such day', 'one arm failed']), page(['no such day', 'the end'])]),
    ).toEqual(['no such day', 'one arm failed', 'the end'])
  })

  test('is how far the last one looked, and not those before it', () => {
    const pages = [
      page(['no such day', 'down to May'], 0),
      page(['no such day', 'down to April'], 3),
    ]
    expect(notesOf(pages.slice(0, 1))).toEqual(['no such day', 'down to May'])
    expect(notesOf(pages)).toEqual(['no such day', 'down to April'])
  })
})

describe('advice when nothing is found', () => {
  test.each([
    ['"exact words"', ['exact words']],
    ['login -oauth', ['login']],
    ['type:decision cache', ['cache']],
    ['plain words', []],
    ['-only', []],
    ['see https://a.example error:x file:a.ts', ['see https://a.example error:x']],
  ])('%s', (asked, queries) => {
    expect(adviceFor(asked).map(({ q }) => q)).toEqual(queries)
  })
})

test('a snippet keeps its length when tricks are taken out, so that its marks still fit', () => {
  const text = 'a\u202eb\u0000c\nd'
  const shown = visibleSnippet({ text, highlights: [[2, 3]] })
  expect(shown.text).toHaveLength(text.length)
  expect(shown.text.slice(2, 3)).toBe('b')
  expect(shown.text).not.toMatch(/[\u202e\n]/)
})

describe('what is asked while somebody types', () => {
  const asked = (text: string, cursor = text.length) => askedWhileTyping({ text, cursor })

  test('is what stands there, without the space before the next word', () => {
    expect(asked('tide ')).toBe('tide')
    expect(asked('')).toBe('')
    expect(asked('潮')).toBe('潮')
    expect(asked('type:decision tide')).toBe('type:decision tide')
    expect(asked('see https://a.example error:x')).toBe('see https://a.example error:x')
  })

  test.each(['t', 'tide type:', 'type:dec', '-tool:cod', 'project:"harbour se', '"tide ta'])(
    'is not %j, which goes on',
    (text) => {
      expect(asked(text)).toBeUndefined()
    },
  )

  test('is no text that an address cannot carry', () => {
    expect(asked('tide '.repeat(1_000))).toBeUndefined()
  })
})

describe('a suggestion', () => {
  test('a suggestion of a moment ago still fits the word that was typed on', () => {
    const answer = { question: 'a type:pro', from: 7, to: 10 }
    expect(rangeIn({ text: 'a type:pro', cursor: 10 }, answer)).toEqual({ from: 7, to: 10 })
    expect(rangeIn({ text: 'a type:prom', cursor: 11 }, answer)).toEqual({ from: 7, to: 11 })
    expect(rangeIn({ text: 'a type:pro x', cursor: 12 }, answer)).toBeUndefined()
    expect(rangeIn({ text: 'b file:pro', cursor: 10 }, answer)).toBeUndefined()
  })

  test('what was suggested a moment ago goes when it is typed away from', () => {
    const old = [
      { text: 'project:harbour', label: 'harbour' },
      { text: 'project:"harbour tides"', label: 'harbour tides' },
      { text: 'project:cli', label: 'cli' },
      { text: 'author:ana', label: 'Harriet' },
    ]
    const texts = (typed: string) => stillFitting(old, typed).map(({ text }) => text)
    expect(texts('project:Harb')).toEqual(['project:harbour', 'project:"harbour tides"'])
    expect(texts('project:"harbour t')).toEqual(['project:"harbour tides"'])
    expect(texts('harr')).toEqual(['author:ana'])
    expect(texts('project:x')).toEqual([])
  })

  test('takes the place of what was typed, and leaves the rest', () => {
    const value = { kind: 'value' as const, text: 'type:decision' }
    expect(takeSuggestion('lock type:dec', { from: 5, to: 13 }, value)).toEqual({
      text: 'lock type:decision ',
      cursor: 19,
    })
    expect(takeSuggestion('type:dec lock', { from: 0, to: 8 }, value)).toEqual({
      text: 'type:decision lock',
      cursor: 13,
    })
  })

  test('of a filter leaves the cursor where its value begins', () => {
    const filter = { kind: 'filter' as const, text: 'author:' }
    expect(takeSuggestion('au', { from: 0, to: 2 }, filter)).toEqual({ text: 'author:', cursor: 7 })
  })
})

describe('marks of a title', () => {
  const marked = (title: string, ranges: [number, number][]) => {
    const shown = markedTitle(title, ranges)
    return splitByRanges(shown.text, shown.ranges)
      .filter(({ isMatch }) => isMatch)
      .map(({ text }) => text)
  }

  test('are where the words are, also when the line was tidied', () => {
    expect(marked('Keep the boot id', [[9, 13]])).toEqual(['boot'])
    const untidy = '  Keep\n\tthe\u200b \u001b[31mboot\u001b[0m id'
    const at = untidy.indexOf('boot')
    expect(marked(untidy, [[at, at + 4]])).toEqual(['boot'])
  })

  test('end where a long title is cut', () => {
    const long = `${'x'.repeat(158)} match and more`
    expect(marked(long, [[159, 164]])).toEqual([])
    expect(marked(`${'x'.repeat(150)} matching`.repeat(2), [[151, 159]])).toEqual(['matching'])
  })

  test('are text like any other, whatever ranges a server sends', () => {
    expect(marked('<b>boot</b>', [[-4, 3]])).toEqual(['<b>'])
    expect(marked('boot', [[9, 2]])).toEqual([])
    expect(marked('boot', [[1, 99]])).toEqual(['oot'])
  })
})

describe('a result', () => {
  const snippet = (text: string) => ({ text, highlights: [] as [number, number][] })
  const kind = 'message' as const

  test('does not say its beginning twice', () => {
    const hit = { title: 'add the agent.', snippet: snippet('…add the agent. Its name.') }
    expect(hitText({ ...hit, kind }).snippet.text).toBe('Its name.')
    expect(hitText({ ...hit, kind: 'prompt' })).toMatchObject({
      title: undefined,
      snippet: { text: '…add the agent. Its name.' },
    })
    expect(hitText({ kind, title: '', snippet: snippet('words') }).title).toBe(undefined)
  })

  test('keeps a title that says more', () => {
    for (const said of ['in the log', ''])
      expect(hitText({ kind, title: 'Agent names', snippet: snippet(said) }).title?.text).toBe(
        'Agent names',
      )
  })
})
