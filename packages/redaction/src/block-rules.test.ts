import { describe, expect, test } from 'vitest'
import { diceOf } from '../../../bench/labelled/dice.ts'
import { redactSecrets } from './redact-secrets.ts'

const dice = diceOf('blocks of YAML')
const wrapped = (text: string, width: number, indent = '  '): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).map((line) => indent + line).join('\n')
const key = wrapped(`${dice.of('base64', 171)}=`, 64)
const mark = '[REDACTED:assignment]'

describe('a secret of several lines in a block of YAML', () => {
  test.each(['|', '>', '|-', '>+', '|2'])('goes whole behind %s', (sign) => {
    expect(redactSecrets(`client_secret: ${sign}\n${key}\nname: shop\n`).text).toBe(
      `client_secret: ${sign}\n  ${mark}\nname: shop\n`,
    )
  })

  test.each([
    ': | # prod\n',
    ':   |\n',
    ':    >-  # prod\n',
    ': |\n\n',
    ': !!binary |\n',
    ': !!binary >- # prod\n\n\n',
  ])('goes behind %j, in one line and in several', (sign) => {
    for (const lines of [key, '  x9Tq77aaZpKw31Lm'])
      for (const as of [(text: string) => text, (stdout: string) => JSON.stringify({ stdout })]) {
        const text = (secret: string) => as(`client_secret${sign}  ${secret}\nname: shop\n`)
        expect(redactSecrets(text(lines.slice(2))).text).toBe(text(mark))
      }
  })

  test.each([': | # see the vault2\n', ':   |\n', ': |\n\n', ': !!binary |\n'])(
    'is none behind %j where sentences or names stand',
    (sign) => {
      const text = `secret${sign}  It is read2 once.\n  Nobody keeps it.\ntokens${sign}  shop-web-1\n  shop-worker-22\n`
      expect(redactSecrets(text)).toEqual({ text, count: 0, kinds: {} })
    },
  )

  test('goes whole within JSON, behind numbers of lines and in a diff', () => {
    const text = `token: |\n${key}\nname: shop\n`
    const escaped = JSON.stringify({ stdout: text })
    expect(redactSecrets(escaped).text).toBe(
      JSON.stringify({ stdout: `token: |\n  ${mark}\nname: shop\n` }),
    )
    const numbered = text.replace(/^(?=.)/gm, '    12\t')
    expect(redactSecrets(numbered).text).toBe(
      `    12\ttoken: |\n    12\t  ${mark}\n    12\tname: shop\n`,
    )
    const added = text.replace(/^(?=.)/gm, '+')
    expect(redactSecrets(added).text).toBe(`+token: |\n+  ${mark}\n+name: shop\n`)
  })

  test('goes whole where each line is random, however long', () => {
    const lines = [dice.of('mixed', 24), dice.of('mixed', 15), dice.of('mixed', 40)]
    const { text } = redactSecrets(`api_key: |\n    ${lines.join('\n    ')}\n`)
    expect(text).toBe(`api_key: |\n    ${mark}\n`)
  })

  test('keeps the name of the rule that knows its lines', () => {
    const token = () => `ghp_${dice.of('mixed', 36)}`
    const { text } = redactSecrets(`tokens: |\n  ${token()}\n  ${token()}\n`)
    expect(text).toBe('tokens: |\n  [REDACTED:github]\n')
  })

  test('ends where a line stands further left', () => {
    const { text } = redactSecrets(
      `a:\n  secret: |\n${key.replace(/^/gm, '  ')}\n  Random4x9QzT2\n`,
    )
    expect(text).toBe(`a:\n  secret: |\n    ${mark}\n  Random4x9QzT2\n`)
  })

  test('is none behind a name of something else', () => {
    const text = `checksum: |\n${key}\ntoken_hash: |\n${key}\ncache_key: >\n${key}\n`
    expect(redactSecrets(text).text).toBe(text)
  })

  test.each([
    ['sentences', 'secret: |\n  It is read2 once.\n  Nobody keeps it.\n'],
    ['names', 'tokens: >\n  shop-web-1\n  shop-worker-22\n'],
    ['rules for one', 'password: |\n  at-least-12-signs\n  one-digit-or-2\n'],
    ['variables', 'credentials: |\n  API_KEY=abc2\n  DB_HOST=db2\n'],
    ['a script', 'token: |\n  set -eu\n  cat /run/secrets/x9 | login2\n'],
    [
      'a certificate',
      `tls_secret: |\n${wrapped(`MIIDdzCCAl+gAwIBAgIE${dice.of('base64', 200)}`, 64)}\n`,
    ],
    [
      'a public key',
      `deploy_key: |\n${wrapped(`AAAAC3NzaC1lZDI1NTE5AAAAI${dice.of('base64', 43)}`, 34)}\n`,
    ],
  ])('%s are none', (_, text) => {
    expect(redactSecrets(text)).toEqual({ text, count: 0, kinds: {} })
  })
})
