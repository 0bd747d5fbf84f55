import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRelevance, LEAST_RELEVANCE } from './relevance.ts'

type Change = { about?: string; path?: string; changed?: string; kept?: string }
const wordsIn = (text: string): string[] => text.split(' ').filter((word) => word !== '')
const speaks = (
  statement: string,
  { about = '', path = 'src/a.ts', changed = '', kept = '' }: Change,
): boolean => {
  const words = { changed: wordsIn(changed), kept: wordsIn(kept) }
  const file = { path, status: 'modified' as const, hunks: [], words }
  return createRelevance(about)({ statement, reason: '' }, [file]) >= LEAST_RELEVANCE
}

const COOKIE =
  'Keeping the cart in a cookie did not work, because 4 kB were full after eleven items.'

describe('a change speaks of what is known', () => {
  test('by the words of its lines, in whatever form', () => {
    expect(speaks(COOKIE, { changed: 'cookies cartItems full' })).toBe(true)
  })

  test('by its title', () => {
    expect(speaks(COOKIE, { about: 'Keep the cart in one cookie' })).toBe(true)
  })

  test('by a number or a name of code that it changes', () => {
    expect(speaks('The search box waits 300 ms before it asks.', { changed: '300 80' })).toBe(true)
    expect(speaks('A client in MUST_CLOSE ends the loop.', { changed: 'MUST_CLOSE if' })).toBe(true)
  })

  test('by a name that it has of two words, one of which all code has', () => {
    expect(speaks('Exports wait for the bank.', { changed: 'waitForBank' })).toBe(true)
  })
})

describe('a change does not speak of what is known', () => {
  test('by what all code has, or by words that say nothing', () => {
    const statement = 'Each request has a key, and the server gives the same answer for it.'
    expect(speaks(statement, { changed: 'request key server the for' })).toBe(false)
  })

  test('by one word alone, unless it is a name or a number', () => {
    expect(speaks('Screens load slowly.', { changed: 'screens' })).toBe(false)
    expect(speaks('Screens load after 300 ms.', { changed: '300' })).toBe(true)
  })

  test('by two words of its title of which all code has one', () => {
    const statement = 'The embedded database breaks for good after an error.'
    expect(speaks(statement, { about: 'Read the embedded database once' })).toBe(false)
  })

  test('by a word of two letters beside another', () => {
    const statement = 'Screens are opened with go_router, since links opened the wrong tab.'
    expect(speaks(statement, { changed: 'GoRoute settings SettingsScreen' })).toBe(false)
  })

  test('by what data is called everywhere', () => {
    const statement = 'Sync sends only changed fields, since two nurses edit one visit.'
    expect(speaks(statement, { changed: 'change field visits cancelled' })).toBe(false)
  })

  test('by the name of its file', () => {
    const statement = 'The cart is stored on the server.'
    expect(speaks(statement, { path: 'src/cart/cart-store.ts', changed: 'cart store' })).toBe(false)
  })

  test('by words that stand in its lines and do not change', () => {
    const statement = 'Every picture needs its width and height in the markup.'
    expect(speaks(statement, { changed: 'loading lazy', kept: 'picture width height' })).toBe(false)
  })

  test('by as few words, where it has very many', () => {
    const many = Array.from({ length: 190 }, (_, n) => `w${'abcdefghij'[n % 10]}${n}x`).join(' ')
    expect(speaks(COOKIE, { changed: 'cookies cartItems full' })).toBe(true)
    expect(speaks(COOKIE, { changed: `cookies cartItems full ${many}` })).toBe(false)
  })
})

test('whatever words there are, how far a change speaks of something is a number', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.array(fc.string()), (statement, about, changed) => {
      const words = { changed, kept: changed }
      const file = { path: 'a.ts', status: 'modified' as const, hunks: null, words }
      expect(createRelevance(about)({ statement, reason: about }, [file])).not.toBeNaN()
    }),
  )
})
