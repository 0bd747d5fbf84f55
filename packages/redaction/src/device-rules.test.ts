import { describe, expect, test } from 'vitest'
import { PLAIN_REDACTOR } from './custom/create-redactor.ts'
import { redactJson } from './redact-json.ts'
import { redactSecrets } from './redact-secrets.ts'
import { newTally } from './tally.ts'

describe('a code that lets a machine in', () => {
  test.each([
    ['! First copy your one-time code: §\nPress Enter', '7K2M-Q0ZD'],
    ['Then enter the code:\n\n§\n', 'KXFT-PMGC'],
    ['open https://microsoft.com/devicelogin and enter the code § to authenticate.', 'GVSB7AFDA'],
    ["page.fill('[name=code]', '§')", 'KXFT-PMGC'],
    ['{"user_code":"§"}', 'KXFTPMGC'],
  ])('goes: %s', (text, code) => {
    expect(redactSecrets(text.replace('§', code)).text).toBe(
      text.replace('§', '[REDACTED:device-code]'),
    )
  })

  test('goes from the fields of a call', () => {
    const mark = '[REDACTED:device-code]'
    const deviceCode = 'q7Rk2_xVt0bZ9mWc4Hs-E1uJy8LfN3aGdP6oTi5KwXe'
    const input = { user_code: 'KXFT-PMGC', body: { device_code: deviceCode, code: 'KXFT-PMGC' } }
    expect(redactJson(input, newTally(PLAIN_REDACTOR))).toEqual({
      user_code: mark,
      body: { device_code: mark, code: mark },
    })
    const other = { code: 'TS2345', user_code: 'XXXX-XXXX', device_code: '' }
    expect(redactJson(other, newTally(PLAIN_REDACTOR))).toEqual(other)
  })

  test.each([
    'Then enter the code:\n\nwith-care\n',
    'enter the code here to authenticate',
    'one-time code: see-docs',
    'error code: ERR_BAD_REQUEST',
    'the code: ABCD',
  ])('is not seen in %s', (text) => {
    expect(redactSecrets(text).text).toBe(text)
  })
})
