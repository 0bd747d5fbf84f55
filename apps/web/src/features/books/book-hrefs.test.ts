import { describe, expect, test } from 'vitest'
import { bookHref, entityHref, mentionsQuestion, pictureHref } from './book-hrefs.ts'

describe('addresses of a lorebook', () => {
  test('hold any name', () => {
    expect(bookHref('Web shop', 'graph')).toBe('/books/Web%20shop?view=graph')
    expect(entityHref('a', 'x/../y?&#')).toBe('/books/a/entity?name=x%2F..%2Fy%3F%26%23')
    expect(pictureHref('a b', { note: 'n/é.md', name: '../x&y.png' })).toBe(
      '/v1/books/a%20b/picture?note=n%2F%C3%A9.md&name=..%2Fx%26y.png',
    )
    expect(entityHref('a', 'x', { layer: 'if' })).toBe('/books/a/entity?name=x&layer=if')
  })
})

describe('the question for mentions', () => {
  test('asks for each name as it stands, and a name cannot end its quotes', () => {
    expect(mentionsQuestion(['Port', 'The "old" port', '""'])).toBe('"Port" or "The  old  port"')
  })
})
