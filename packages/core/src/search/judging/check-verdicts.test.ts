import { describe, expect, test } from 'vitest'
import { quoteIn } from './check-verdicts.ts'

const TEXT = 'We keep  (a+b)*c of [the] Tide table, since 2026-03-01. It is read at /dev/tide?x=1.'

describe('a quote', () => {
  test('is shown as it stands in the text, whatever its spaces, case and quotation marks', () => {
    expect(quoteIn(TEXT, '“we keep (A+B)*c of\n[the] tide”')).toBe('We keep (a+b)*c of [the] Tide')
    expect(quoteIn(TEXT, '…read at /dev/tide?x=1')).toBe('read at /dev/tide?x=1')
  })

  test('is none where a sign or a word is another', () => {
    for (const quote of ['We keep (a-b)*c of', 'We keep the Tide table', 'read at /dev/tideXx=1'])
      expect(quoteIn(TEXT, quote)).toBeUndefined()
  })

  test('is none where it is too short to bear anything out, unless it is the whole text', () => {
    expect(quoteIn(TEXT, 'Tide')).toBeUndefined()
    expect(quoteIn(TEXT, ' ')).toBeUndefined()
    expect(quoteIn('Thursday', 'thursday')).toBe('Thursday')
    expect(quoteIn('Thursday', '')).toBeUndefined()
  })
})
