import { describe, expect, test } from 'vitest'
import { partOf } from './note-part.ts'

const TEXT = [
  '# Port',
  'All of it.',
  '## Stalls *and* more',
  'Fish.',
  '```',
  '# no heading',
  '```',
  '### Prices',
  'Low.',
  '## Docks',
  'Two lines',
  'of one block. ^pier',
  '',
  '- first',
  '- second ^item',
].join('\n')

describe('what an embed shows of a note', () => {
  test('is a heading with all beneath it, until the next of its level', () => {
    expect(partOf(TEXT, 'Stalls and more')).toBe(TEXT.split('\n').slice(2, 9).join('\n'))
    expect(partOf(TEXT, 'Port#Prices')).toBe('### Prices\nLow.')
    expect(partOf(TEXT, 'port')).toBe(TEXT)
  })

  test('is a paragraph or an item, by the name of a block', () => {
    expect(partOf(TEXT, '^pier')).toBe('Two lines\nof one block.')
    expect(partOf(TEXT, '^item')).toBe('- second')
  })

  test('is all of it where there is no such part, or none is named', () => {
    for (const heading of ['', 'no heading', '^none', 'Sea'])
      expect(partOf(TEXT, heading)).toBe(TEXT)
  })
})
