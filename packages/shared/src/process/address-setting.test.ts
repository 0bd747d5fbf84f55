import { expect, test } from 'vitest'
import { settings } from './settings.ts'

test.each(['https://lore.example.com', 'http://localhost:4000/'])('%s is an address', (url) => {
  expect(settings.TEAMLORE_URL.safeParse(url).success).toBe(true)
})

test.each([
  'https://x.example/lore',
  'https://x.example/lore/',
  'https://x.example/?a=1',
  'https://me:pw@x.example',
])('%s is refused with the reason', (url) => {
  const read = settings.TEAMLORE_URL.safeParse(url)
  expect(read.error?.issues[0]?.message).toContain('cannot be served below a path')
})

test('what is no address of the web has that one reason', () => {
  const read = settings.TEAMLORE_URL.safeParse('javascript:alert1')
  expect(read.error?.issues.map(({ message }) => message)).toEqual([
    'must look like https://lore.example.com',
  ])
})
