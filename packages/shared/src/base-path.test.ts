import { describe, expect, test } from 'vitest'
import { basePathOf, withBase, withoutBase } from './base-path.ts'

test.each([
  ['https://lore.test', ''],
  ['https://lore.test/', ''],
  ['https://a.test/teamlore', '/teamlore'],
  ['https://a.test/tools/lore/', '/tools/lore'],
])('a server at %s is served below "%s"', (url, path) => {
  expect(basePathOf(url)).toBe(path)
})

describe('what is asked for below /teamlore', () => {
  test.each([
    ['/teamlore', '/'],
    ['/teamlore?a=1', '/?a=1'],
    ['/teamlore/', '/'],
    ['/teamlore/v1/me?a=/teamlore', '/v1/me?a=/teamlore'],
    ['/v1/me', '/v1/me'],
    ['/teamlorex/v1', '/teamlorex/v1'],
    ['//teamlore/v1', '//teamlore/v1'],
  ])('%s is %s to the API', (target, below) => {
    expect(withoutBase(target, '/teamlore')).toBe(below)
  })

  test.each([
    ['/teamlore', '/teamlore'],
    ['/teamlore/', '/teamlore'],
    ['/teamlore/?a=1', '/teamlore?a=1'],
    ['/', '/teamlore'],
    ['/sessions?a=1', '/teamlore/sessions?a=1'],
    ['/teamlore/sessions', '/teamlore/sessions'],
    ['/_next/static/a.js', '/teamlore/_next/static/a.js'],
  ])('%s is %s to the pages, whether or not the proxy took the path away', (target, page) => {
    expect(withBase(target, '/teamlore')).toBe(page)
  })

  test('at the root of a host, all stays as it is', () => {
    for (const target of ['/', '/sessions', '/v1/me?a=1', ''])
      expect([withoutBase(target, ''), withBase(target, '')]).toEqual([target, target])
  })
})
