import { describe, expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

const [FIRST, SECOND] = ['x9Tq77aaZpKw31Lm', 'Q4rV8nB2cHs6Ud0e'] as const

describe('a key that code puts together', () => {
  test.each([
    'API_KEY = "§1" "§2"',
    '"secret_key" => "§1" <> "§2"',
    'TOKEN=\'§1\'"§2"',
    'const token = `§1` + `§2`',
    "const apiKey = '§1'.concat('§2')",
    'String apiKey = new StringBuilder("§1").append("§2").toString();',
    'secret = concat("§1", "§2")',
    'token = "".join(["§1", "§2"])',
    'api_key = "%s%s" % ("§1", "§2")',
    'apiKey := fmt.Sprintf("%s%s", "§1", "§2")',
    "$password = implode('', ['§1', '§2']);",
    'const key = ["§1", "§2"].join("")',
    "$token = ('§1', '§2') -join ''",
    "headers: { Authorization: 'Bearer ' + '§1' + '§2' }",
  ])('goes with both its parts: %s', (text) => {
    const left = redactSecrets(text.replace('§1', FIRST).replace('§2', SECOND)).text
    expect(left).not.toContain(FIRST)
    expect(left).not.toContain(SECOND)
    expect(left).toContain('[REDACTED:')
  })

  test.each([
    'tokens = ["if", "else"].join("")',
    "const key = ['projects', 'sessions'].join('/')",
    `const key = ['${FIRST}', '${SECOND}'].join('/')`,
    'passwordLabel = "Enter your " + "password"',
    "const tokenType = 'access' + '_token'",
    '"password": "Password*"\n"passwort": "Geheim..."',
    'secret = concat("tea", "apot")',
    `const ids = ['${FIRST}', '${SECOND}'].join("")`,
  ])('is not seen in %s', (text) => {
    expect(redactSecrets(text).text).toBe(text)
  })
})
