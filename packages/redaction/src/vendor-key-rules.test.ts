import { describe, expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

/** `length` characters, the given ones over and over in an order that repeats late. */
const of = (characters: string, length: number): string =>
  Array.from({ length }, (_, i) => characters[(i * 7 + 3 * (i >> 2)) % characters.length]).join('')

const MIXED = 'aB3dE5gH7jK9mN1pQ4sT6vX8zC0fL2rW'
const SHAPES = [
  ['square', 'EAAA', 60],
  ['infracost', 'ico-', 32],
  ['voyage', 'pa-', 43],
] as const

/** What begins like them is at home in hashes, base64 and names. */
describe.each(SHAPES)('a key of %s', (kind, head, length) => {
  test('has small and capital letters and digits, all mixed', () => {
    expect(redactSecrets(`use ${head}${of(MIXED, length)} here`)).toEqual({
      text: `use [REDACTED:${kind}] here`,
      count: 1,
      kinds: { [kind]: 1 },
    })
  })

  test.each([
    ['hex', of('4f8a1c9e2b7d3056', length)],
    ['small letters and digits', of(MIXED.toLowerCase(), length)],
    ['capital letters and digits', of(MIXED.toUpperCase(), length)],
    ['letters alone', of(MIXED.replace(/\d/g, 'x'), length)],
    ['the same few signs', of('aB1', length)],
  ])('is not one of %s', (_, rest) => {
    const text = `use ${head}${rest} here`
    expect(redactSecrets(text)).toEqual({ text, count: 0, kinds: {} })
  })
})

describe('a key of Voyage', () => {
  const rest = of(MIXED, 43)

  test.each([
    `{"stdout":"got\\npa-${rest}\\n"}`,
    `+pa-${rest}`,
    `https://api.example.com/v1?key=pa-${rest}`,
  ])('is found in %s', (text) => {
    expect(redactSecrets(text).text).toBe(text.replace(`pa-${rest}`, '[REDACTED:voyage]'))
  })

  test.each([
    ['longer or shorter', `pa-${rest.slice(9)} pa-${rest}${rest.slice(20)}`],
    [
      'a piece of something longer',
      `${rest}-pa-${rest} x.pa-${rest} spa-${rest} pa-${rest}-${rest}`,
    ],
    ['a title with dashes', 'pa-How-We-Moved-Our-Billing-To-Postgres-In-2024-Pt-2'],
    ['a name of words', 'pa-AcmeBillingServiceTokenRefreshHandlerFactoryV2'],
  ])('is nothing that is %s', (_, text) => {
    expect(redactSecrets(text).text).toBe(text)
  })

  test('may even look like words beside the name of its maker', () => {
    const odd = 'pa-AcmeBillingServiceTokenRefreshHandlerFactoryV2'
    expect(redactSecrets(`voyage = Client("${odd}")`).text).toBe(
      'voyage = Client("[REDACTED:voyage]")',
    )
  })
})
