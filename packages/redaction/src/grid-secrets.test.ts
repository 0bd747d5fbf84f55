import { describe, expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

const SECRET = 'Lerche-482!'
const grid = (name: string, value: string): string =>
  ` id | name | ${name}\n----+------+----------\n  1 | ada  | ${value}\n  2 | bob  | ${value}\n(2 rows)\n`

describe('a table drawn with signs', () => {
  test('loses each value beneath the name of a secret, and keeps its other columns', () => {
    expect(redactSecrets(grid('password', SECRET)).text).toBe(grid('password', '[REDACTED:table]'))
  })

  test('keeps values beneath other names', () => {
    const text = grid('nickname', SECRET)
    expect(redactSecrets(text).text).toBe(text)
  })

  test('ends where a line has other columns', () => {
    const text = `| a | password |\n|---|---|\n| 1 | none |\n\n| 1 | ${SECRET} |\n`
    expect(redactSecrets(text).text).toBe(text)
  })

  test.each([
    ['of MySQL', `+---+---+\n| a | token |\n+---+---+\n| 1 | § |\n+---+---+\n`],
    ['of Markdown with signs of code', '| a | Token |\n|:--|--:|\n| 1 | `§` |\n'],
    ['within JSON', '{"text":"| a | token |\\n|---|---|\\n| 1 | § |\\n"}'],
    ['behind numbers of lines', '  1→| a | token |\n  2→|---|---|\n  3→| 1 | § |\n'],
    ['with the line ends of Windows', '| a | token |\r\n|---|---|\r\n| 1 | § |\r\n'],
  ])('is one %s', (_, template) => {
    const text = template.replace('§', 'q7Zt2mPv9xKc4LbN')
    expect(redactSecrets(text).text).toBe(template.replace('§', '[REDACTED:table]'))
  })
})

describe('a value of more than 300 characters', () => {
  const long = Array.from({ length: 90 }, (_, n) => `aB3${(n * 37) % 100}dE`).join('')

  test.each(['AWS_SESSION_TOKEN=§\n', 'secret_key = "§"\n', "{'client_secret': '§'}"])(
    'goes as a whole from %s',
    (template) => {
      const { text } = redactSecrets(template.replace('§', long))
      expect(text).toMatch(/\[REDACTED:[a-z-]+\]/)
      expect(text).not.toContain(long.slice(-8))
    },
  )
})

describe('an address with a password beside the name of a secret', () => {
  test('keeps its host and its path', () => {
    const key = `ghs_${'aB3dE5gH7jK9'.repeat(3)}`
    expect(redactSecrets(`git clone https://x-access-token:${key}@github.com/acme/shop`).text).toBe(
      'git clone https://x-access-token:[REDACTED:github]@github.com/acme/shop',
    )
  })
})
