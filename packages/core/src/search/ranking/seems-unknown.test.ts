import { describe, expect, test } from 'vitest'
import { seemsUnknown } from './seems-unknown.ts'

describe('a question that nothing seems to answer', () => {
  test('has few of its words in one text, and no text near it', () => {
    expect(seemsUnknown({ coverage: 0.2, similarity: 0.3, words: 5 })).toBe(true)
  })

  test('is none where a text has most of the words, or is near in meaning', () => {
    expect(seemsUnknown({ coverage: 0.8, similarity: 0.2, words: 5 })).toBe(false)
    expect(seemsUnknown({ coverage: 0.3, similarity: 0.75, words: 5 })).toBe(false)
  })

  test('is none of a word or two that something has', () => {
    expect(seemsUnknown({ coverage: 0.1, similarity: 0.2, words: 2 })).toBe(false)
    expect(seemsUnknown({ coverage: 0, similarity: undefined, words: 2 })).toBe(true)
  })
})
