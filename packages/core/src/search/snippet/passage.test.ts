import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestPassage } from './passage.ts'

const worth = new Map([
  ['lock', 5],
  ['file', 1],
])

const titleOf = (body: string): string => bestPassage(body, worth).title

describe('a passage', () => {
  test('is named by the statement that answers best', () => {
    expect(titleOf('I will look at it first. The file is there. The lock file outlives it.')).toBe(
      'The lock file outlives it.',
    )
    expect(titleOf('One file\n- two\n- the lock\n- three')).toBe('the lock')
  })

  test('is named by its first statement where nothing of it was asked for', () => {
    expect(titleOf('- Tides rise and fall with the moon. So do we.')).toBe(
      'Tides rise and fall with the moon.',
    )
    expect(bestPassage('One thing is here. And another.', new Map()).title).toBe(
      'One thing is here.',
    )
  })

  test('goes on where a statement says next to nothing', () => {
    expect(titleOf('Lock it.\nThen read the table again')).toBe(
      'Lock it. Then read the table again',
    )
  })

  test('begins near the match in a statement that is longer than a title', () => {
    const { title, snippet } = bestPassage(`${'word '.repeat(60)}lock ${'word '.repeat(60)}`, worth)
    expect(title).toMatch(/^…word .*lock.*…$/)
    expect(title.length).toBeLessThanOrEqual(122)
    expect(snippet.text.slice(1)).toMatch(/^word .*lock/)
  })

  test('has a snippet that begins as its title does, with marks that fit', () => {
    const body = 'Before that nothing. The lock outlives the process. I compare the file of it.'
    const { title, snippet } = bestPassage(body, worth)
    expect(title).toBe('The lock outlives the process.')
    expect(snippet.text).toBe(`…${title} I compare the file of it.`)
    expect(snippet.highlights.map(([from, to]) => snippet.text.slice(from, to))).toEqual([
      'lock',
      'file',
    ])
  })

  test('is found in any text', () => {
    const part = fc.constantFrom(
      'lock',
      'file ',
      '. ',
      '\n',
      '- ',
      'Word ',
      '日本。',
      '🚀',
      '"',
      '…',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
        const { title, snippet } = bestPassage(parts.join(''), worth)
        expect(title.length).toBeLessThanOrEqual(122)
        expect(snippet.text.length).toBeLessThanOrEqual(260)
        const plain = title.replace(/^…+|…+$/g, '')
        expect(snippet.text.replace(/^…+/, '').startsWith(plain)).toBe(true)
        for (const [from, to] of snippet.highlights) {
          expect(from).toBeLessThan(to)
          expect(to).toBeLessThanOrEqual(snippet.text.length)
        }
      }),
    )
  })
})
