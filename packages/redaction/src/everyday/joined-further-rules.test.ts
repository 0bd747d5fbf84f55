import { describe, expect, test } from 'vitest'
import { redactSecrets } from '../redact-secrets.ts'

const A = 'GJZFp2sz5ku0'
const B = 'Gw1h154VZXi6'

describe('a key in pieces', () => {
  test.each([
    `SELECT CONCAT('${A}', '${B}') AS password;`,
    `(def api-key (str "${A}" "${B}"))`,
    `$secret = '${A}', '${B}' -join ''`,
    `password = "${A}"\npassword += "${B}"`,
    `api_key <- paste0("${A}", "${B}")`,
    `let secret_key = "${A}" ^ "${B}"`,
    `auth_token = f"${A}" f"${B}"`,
    `password: !Join ['', ['${A}', '${B}']]`,
    `secret_key: "{{ '${A}' ~ '${B}' }}"`,
    JSON.stringify({ code: `static const char *api_token = "${A}" "${B}";` }),
  ])('goes: %s', (text) => {
    const { text: redacted } = redactSecrets(text)
    expect(redacted).not.toContain(A)
    expect(redacted).not.toContain(B)
  })

  test.each([
    ['"', `password = "§?" + "!€"`],
    ['"', `auth_token = f"§" + f"€"`],
    ['"', `access_token << "§" << "€"`],
    ['"', `val token = "§" ++ "€"`],
    ['"', `var clientSecret = "§" & "?€"`],
    ["'", `PASS='§'"€$"`],
  ])('goes with signs where its pieces meet: %s', (_, text) => {
    const [one, two] = ['Kestrel!anchor57', 'Winter#Rope8401']
    const { text: redacted } = redactSecrets(text.replace('§', one).replace('€', two))
    expect(redacted).not.toContain(one)
    expect(redacted).not.toContain(two)
  })

  test.each([
    `const passwordHint = 'Your password?' + ' Ask ana.'`,
    'token_line = "Token" + "$name"',
    `CONCAT('token', '_', id) AS token_name`,
    '(str "password for " user)',
    `$passwordError = 'The password ' . 'is too short';`,
    'html += "token"',
  ])('is not seen in %s', (text) => {
    expect(redactSecrets(text).text).toBe(text)
  })
})
