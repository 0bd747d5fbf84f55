import { expect, test } from 'vitest'
import { settings } from './settings.ts'

const reasons = (url: string): string[] =>
  settings.TEAMLORE_URL.safeParse(url).error?.issues.map(({ message }) => message) ?? []

test.each([
  'https://lore.example.com',
  'http://localhost:4000/',
  'https://x.example/teamlore',
  'https://x.example/tools/team_lore-2/',
])('%s is an address', (url) => {
  expect(reasons(url)).toEqual([])
})

test.each([
  'https://x.example/?a=1',
  'https://me:pw@x.example',
  'https://x.example/a b',
  'https://x.example/a.b',
  'https://x.example//a',
  'https://x.example/%2e/a',
])('%s is refused with the reason', (url) => {
  expect(reasons(url)[0]).toContain('without a query or password')
})

test.each(['https://x.example/sessions', 'https://x.example/v1/lore', 'https://x.example/docs/'])(
  '%s is refused, since Teamlore has an address of that name itself',
  (url) => {
    expect(reasons(url)[0]).toContain('take another one')
  },
)

test('what is no address of the web has that one reason', () => {
  expect(reasons('javascript:alert1')).toEqual(['must look like https://lore.example.com'])
})
