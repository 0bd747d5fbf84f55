import { expect, test } from 'vitest'
import { afterTitle } from './after-title.ts'

const marked = (title: string, text: string, ...highlights: [number, number][]) => {
  const rest = afterTitle({ title, snippet: { text, highlights } })
  return [rest.text, ...rest.highlights.map(([from, to]) => rest.text.slice(from, to))]
}

test('a snippet goes on where its title ends, with its marks where they belong', () => {
  expect(marked('The lock.', '…The lock. A lock file.', [5, 9], [13, 17])).toEqual([
    'A lock file.',
    'lock',
  ])
  expect(marked('The lock…', 'The lock of a file', [4, 8], [14, 18])).toEqual([
    '…of a file',
    'file',
  ])
  expect(marked('…a lock', '…a lock of it', [8, 10])).toEqual(['of it', 'of'])
  expect(marked('The lock.', 'The lock.', [4, 8])).toEqual([''])
})

test('a snippet that does not begin with its title stays whole', () => {
  expect(marked('Tides', 'The lock', [4, 8])).toEqual(['The lock', 'lock'])
  expect(marked('', 'The lock', [4, 8])).toEqual(['The lock', 'lock'])
})
