import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planRequests } from './plan-requests.ts'
import { asWellFormed, cutToTokens, estimateTokens } from './prepare-text.ts'
import { retryAfterMs } from './retry-after.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 200 })

test('whatever is cut is the start of the text, whole characters, within the tokens', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 3, max: 80 }), (text, tokens) => {
      const clean = asWellFormed(text)
      const cut = cutToTokens(clean, tokens)
      expect(clean.startsWith(cut)).toBe(true)
      expect(estimateTokens(cut)).toBeLessThanOrEqual(tokens + 1)
      expect(cut).not.toMatch(/\p{Surrogate}/u)
    }),
  )
})

test('well-formed texts have something in them and neither NUL nor halves of characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((n) => String.fromCharCode(n)) }),
      (text) => {
        expect(asWellFormed(text)).not.toMatch(/\p{Surrogate}|\0/u)
        expect(asWellFormed(text).trim()).not.toBe('')
      },
    ),
  )
})

test('requests hold every text once, in order, and keep both limits', () => {
  fc.assert(
    fc.property(fc.array(anyText), fc.integer({ min: 1, max: 5 }), (texts, most) => {
      const requests = planRequests(texts, { texts: most, tokens: 60 })
      expect(requests.flat()).toEqual(texts)
      for (const request of requests) {
        expect(request.length).toBeLessThanOrEqual(most)
        const tokens = request.reduce((sum, text) => sum + estimateTokens(text), 0)
        expect(request.length === 1 || tokens <= 60).toBe(true)
      }
    }),
  )
})

test.each([
  ['retry-after', '3', 3_000],
  ['retry-after-ms', '250', 250],
  ['retry-after', 'Thu, 01 Jan 1970 00:00:10 GMT', 9_000],
  ['retry-after', 'Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['retry-after', 'soon', undefined],
  ['retry-after', '-5', undefined],
  ['x-other', '3', undefined],
])('%s: %s is a pause of %s ms', (name, value, expected) => {
  const pause = retryAfterMs(new Headers({ [name]: value }), () => 1_000)
  expect(pause === undefined ? undefined : Math.max(0, pause)).toBe(expected)
})
