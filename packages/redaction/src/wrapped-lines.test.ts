import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { labelledLookAlikes, labelledSecrets } from '../../../bench/labelled/labelled-set.ts'
import { SHAPED_KINDS } from '../../../bench/labelled/shaped-secrets.ts'
import { redactSecrets } from './redact-secrets.ts'
import { createUnwrapper } from './wrapped-lines.ts'

const KEY = `ghp_${'aB3dE5gH7jK9mN1pQ4sT6vX8zC0fL2rWaB3d'}`
const LONG = `sk-ant-api03-${'aB3dE5gH7jK9mN1pQ4sT6vX8zC0fL2rW'.repeat(5)}`

/** As a terminal of so many columns shows a text. */
const broken = (text: string, columns: number, lineEnd = '\n'): string =>
  text
    .split('\n')
    .map((line) => line.replace(new RegExp(`(.{${columns}})(?=.)`, 'g'), `$1${lineEnd}`))
    .join('\n')

/** So that a key behind it goes on in the next line. */
const lead = (columns: number, part: number): string =>
  'what stands here may be of any length at all '
    .repeat(9)
    .slice(0, columns - part - 1)
    .padEnd(columns - part)

describe('a key that goes on in the next line of a terminal', () => {
  test.each([
    ['at once', '\n'],
    ['as Windows ends lines', '\r\n'],
    ['behind an indentation', '\n    '],
  ])('is taken out whole, %s', (_, lineEnd) => {
    for (const part of [4, 12, 30, 39])
      expect(
        redactSecrets(broken(`$ cat x\n${lead(80, part)}${KEY} ok\nend`, 80, lineEnd)).text,
      ).toBe(`$ cat x\n${lead(80, part)}[REDACTED:github] ok\nend`)
  })

  test('is found over several lines, however wide they are', () => {
    for (const columns of [40, 60, 80, 132])
      expect(redactSecrets(broken(`$ cat x\n${lead(columns, 20)}${LONG}\nend`, columns)).text).toBe(
        `$ cat x\n${lead(columns, 20)}[REDACTED:anthropic]\nend`,
      )
  })

  test('is taken out to its end, be that of letters alone', () => {
    const token = ['xoxb', '943730299982', '749608389354', 'UI0Vp4oBELfNgXgruxvXihAS'].join('-')
    expect(redactSecrets(broken(`${lead(80, 37)}${token} ok`, 80)).text).toBe(
      `${lead(80, 37)}[REDACTED:slack] ok`,
    )
  })

  test('between colours, too', () => {
    const text = broken(`${lead(80, 20)}${KEY} ok`, 80).replace(
      'ghp_',
      '\u001b[38;2;255;100;10mghp_',
    )
    expect(redactSecrets(`${text}\u001b(B\u001b[m`).text).not.toContain(KEY.slice(-12))
  })

  test('is one of any maker whose keys do not show at their end alone or hold a bar or a dollar', () => {
    const missed = labelledSecrets().filter(({ kind, secret }) => {
      if (!SHAPED_KINDS.some((one) => one.kind === kind) || /\\n/.test(secret)) return false
      const part = Math.min(60, Math.max(secret.length >> 1, secret.length - 60))
      const { text } = redactSecrets(broken(`$ cat x\n${lead(80, part)}${secret} ok`, 80))
      return !/^[^[]*\[REDACTED:[a-z0-9-]+\] ok$/.test(text.replace('\n', ''))
    })
    expect([...new Set(missed.map(({ kind }) => kind))]).toEqual([
      ...['mailchimp', 'maxmind', 'convex', 'new relic licence', 'braintree', 'azure devops'],
    ])
  })
})

describe('lines are not put together', () => {
  const whole = `${lead(80, 40)}${KEY}`
  const half = `${lead(80, 20)}${KEY.slice(0, 20)}`
  test.each([
    ['where the key ends with its line', `${whole}\nDone with it`],
    ['where one before it is longer', `${'a b '.repeat(21)}\n${half}\n${KEY.slice(20)}`],
    ['where the one behind it is longer', `${half}\n${KEY.slice(20)} ${'a b '.repeat(20)}`],
    ['where they are short', `${KEY.slice(0, 20)}\n${KEY.slice(20)}`],
    ['where the next begins with something else', `${half}\n(${KEY.slice(20)}`],
    ['where the next is far in', `${half}\n${' '.repeat(12)}${KEY.slice(20)}`],
    ['of letters alone', `${lead(80, 13)}hf_tokenizers\nAutoModelHTMLXMLParserQWZXKfactory`],
    ['of words', `${lead(80, 12)}hf_tokenizer\nAutoModelForSequenceClassification2`],
  ])('%s', (_, text) => {
    const expected = text.includes(KEY) ? text.replace(KEY, '[REDACTED:github]') : text
    expect(redactSecrets(text).text).toBe(expected)
  })

  test('so that none of the look-alikes becomes a secret', () => {
    for (const columns of [60, 80, 100])
      for (const { text } of labelledLookAlikes())
        expect(redactSecrets(broken(text, columns)).count, text).toBe(0)
  })

  test('twice: what is left is left alone', () => {
    const piece = fc.constantFrom(KEY, LONG, lead(80, 20), lead(80, 40), '\n', ' ok ', 'a1B2')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = redactSecrets(broken(pieces.join(''), 80)).text
        expect(redactSecrets(once)).toEqual({ text: once, count: 0, kinds: {} })
      }),
    )
  })
})

test('each place of a broken line gives the same, and its end the place where it is written', () => {
  const text = broken(`see ${'a1B2c3D4'.repeat(14)} end`, 50)
  const unwrap = createUnwrapper(text)
  const line = unwrap(4)
  expect(line?.text).toBe(`see ${'a1B2c3D4'.repeat(14)} end`)
  expect(unwrap(30)).toBe(line)
  const end = line?.text.indexOf(' end') ?? 0
  expect(text.slice(line?.endOf(end))).toBe(' end')
})
