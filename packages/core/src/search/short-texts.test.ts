import type { VectorRow } from '@teamlore/db'
import { expect, test } from 'vitest'
import type { WeighedTerm } from './query/question-terms.ts'
import { byWordsAndMeaning } from './search-arms.ts'

const FLAME: WeighedTerm = { kind: 'word', lexemes: ['flame'], times: 1, documents: 3, idf: 5 }
const OUTLOOK = {
  terms: [FLAME],
  common: [],
  documents: 100,
  averageLength: 20,
  share: 1,
  within: null,
}

const near = (id: string, length: number, occurrences = 0): VectorRow => ({
  id,
  sourceId: id,
  kind: 'prompt',
  type: null,
  status: 'current',
  sessionId: null,
  occurredAt: null,
  length,
  occurrences: [occurrences],
  similarity: 0.31,
})

test('a text of a word or two is no answer by nearness alone, a longer one is, and one with the word is', () => {
  const nearest = [near('hello', 2), near('sentence', 9), near('flame', 2, 0.5)]
  const { vector } = byWordsAndMeaning(
    { text: [], exact: [], met: new Set() },
    { nearest, similarities: new Map() },
    OUTLOOK,
  )
  expect(vector.map(({ row }) => row.id)).toEqual(['sentence', 'flame'])
})
