import { describe, expect, test } from 'vitest'
import { redactSecrets } from '../redact-secrets.ts'

const CODE = ['KJRF', 'NMCB'].join('-')

describe('a code that lets a machine in', () => {
  test.each([
    'il codice del dispositivo è §',
    'コードは § です',
    'Ange koden §',
    '输入验证码：§',
    'To authorize it, open https://example.org/activate\nand type in:  §',
    '| machine | user code |\n|---|---|\n| laptop | § |',
    'it wants me to confirm § at /device',
  ])('goes: %s', (text) => {
    expect(redactSecrets(text.replace('§', CODE)).text).toBe(
      text.replace('§', '[REDACTED:device-code]'),
    )
  })

  test.each([
    'enter HTTP-SMTP gateway settings',
    'the code of FEAT-BETA',
    'such as WDJB-MJHT of the standard: the code ',
  ])('is not seen in %s', (text) => {
    expect(redactSecrets(text).text).toBe(text)
  })
})
