import { describe, expect, test } from 'vitest'
import { countUnplain } from './lib/plain-words.mjs'

const amounts = (...texts) =>
  Object.fromEntries(
    countUnplain(texts.map((text, n) => ({ where: `docs/a.md:${n + 1}`, text })))
      .filter(({ amount }) => amount > 0)
      .map(({ name, places }) => [name, places]),
  )

describe('words of the docs that are not plain', () => {
  test('are counted with their places, in either case and form', () => {
    expect(amounts('It tells. Told once.', 'Whoever is there is told anew.')).toEqual({
      'tell, told': ['docs/a.md:1', 'docs/a.md:1', 'docs/a.md:2'],
      anew: ['docs/a.md:2'],
      whoever: ['docs/a.md:2'],
    })
  })

  test('are not counted in quotes, in longer words, or in another sense', () => {
    expect(amounts('The note says "told anew".', 'An intelligent way in which it works.')).toEqual(
      {},
    )
  })
})
