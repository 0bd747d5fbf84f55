import { describe, expect, test } from 'vitest'
import { isOwnHost, isOwnOrigin, ownNamesOf, strangeAddress } from './own-address.ts'

const names = ownNamesOf('https://lore.example.com/teamlore', ['Backup.example.com'])

describe('a name that is ours', () => {
  test.each([
    'lore.example.com',
    'LORE.example.com:443',
    'localhost:4000',
    '127.0.0.1:1',
    '[::1]:4000',
    'backup.example.com',
  ])('%s', (host) => {
    expect(isOwnHost(host, names)).toBe(true)
  })

  test.each([
    undefined,
    '',
    'evil.test',
    'lore.example.com.evil.test',
    'me@lore.example.com',
    'lore.example.com/x',
    'lore.example.com\\@evil.test',
    'evil.test#lore.example.com',
    '192.168.1.5:4000',
  ])('is not %s', (host) => {
    expect(isOwnHost(host, names)).toBe(false)
  })
})

describe('a page of ours', () => {
  test.each(['https://lore.example.com', 'http://localhost:6274', 'https://backup.example.com:8'])(
    '%s',
    (origin) => {
      expect(isOwnOrigin(origin, names)).toBe(true)
    },
  )

  test.each([
    'null',
    'https://evil.test',
    'https://lore.example.com/',
    'file://',
    'lore.example.com',
  ])('is not %s', (origin) => {
    expect(isOwnOrigin(origin, names)).toBe(false)
  })
})

test('who set the server up reads which setting allows the name', () => {
  const ask = (host: string, origin?: string) => strangeAddress({ host, origin }, names)
  expect(ask('lore.example.com')).toBeUndefined()
  expect(ask('lore.example.com', 'https://lore.example.com')).toBeUndefined()
  expect(ask('10.0.0.5:4000')).toContain('ALLOWED_HOSTS')
  expect(ask('lore.example.com', 'https://evil.test')).toContain('another site')
})
