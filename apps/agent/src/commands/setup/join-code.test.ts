import { describe, expect, test } from 'vitest'
import { joinPage } from './join.command.ts'
import { parseJoinCode } from './join-code.ts'

describe('what somebody was given to join', () => {
  test.each([
    [undefined, {}],
    ['8Vt-abc_0123456789', { token: '8Vt-abc_0123456789' }],
    ['https://lore.test', { server: 'https://lore.test' }],
    ['https://lore.test/agent.tgz', { server: 'https://lore.test' }],
    [
      'https://lore.test/join?token=8Vt-abc_0123456789',
      { server: 'https://lore.test', token: '8Vt-abc_0123456789' },
    ],
  ])('%s', (typed, code) => {
    expect(parseJoinCode(typed)).toEqual(code)
  })

  test.each(['short', 'not a code', 'ftp://lore.test', 'https://lore.test/join?token=a%20b'])(
    '%s is refused in words',
    (typed) => {
      expect(() => parseJoinCode(typed)).toThrow(/invitation/)
    },
  )
})

test('the page accepts the invitation first and confirms the code then', () => {
  const page = new URL(
    joinPage('8Vt-abc_0123456789')({
      device_code: 'd',
      user_code: 'WDJB-MJHT',
      expires_in: 600,
      interval: 5,
      verification_uri: 'https://lore.test/device',
      verification_uri_complete: 'https://lore.test/device?code=WDJB-MJHT',
    }),
  )
  expect(page.pathname).toBe('/join')
  expect(page.searchParams.get('token')).toBe('8Vt-abc_0123456789')
  expect(page.searchParams.get('next')).toBe('/device?code=WDJB-MJHT')
})
