import { describe, expect, test } from 'vitest'
import { redactSecrets } from '../redact-secrets.ts'

const CODE = `${'aB3dE5fG7hJ9'.repeat(3)}kL1mN2p`

describe('the code of an invitation', () => {
  test.each([
    'curl -s https://example.org/v1/invitations/show -H \'content-type: application/json\' -d \'{"token":"§"}\'',
    "expect(parseJoinCode('§')).toEqual({ token })",
    'El código de invitación es §',
    '招待コード: §',
    '邀请码：§',
    'Код приглашения: §',
    'INVITATION=§\nlore join "$INVITATION"',
    '§ is your code of the invitation',
  ])('goes: %s', (text) => {
    const { text: redacted } = redactSecrets(text.replace('§', CODE))
    expect(redacted.replace(/\[REDACTED:[a-z]+\]/, '§')).toBe(text)
  })

  test('a hash beside the word stays', () => {
    const text = `invitation, sha256 digest ${CODE}`
    expect(redactSecrets(text).text).toBe(text)
  })
})
