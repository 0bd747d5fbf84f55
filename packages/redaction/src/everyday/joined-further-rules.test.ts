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
    `CONCAT('token', '_', id) AS token_name`,
    '(str "password for " user)',
    `$passwordError = 'The password ' . 'is too short';`,
    'html += "token"',
  ])('is not seen in %s', (text) => {
    expect(redactSecrets(text).text).toBe(text)
  })
})
