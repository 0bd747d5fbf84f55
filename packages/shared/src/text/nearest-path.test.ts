import { describe, expect, test } from 'vitest'
import { askMeant, meantPath, nearestPath, sayMeant, sayTaken } from './nearest-path.ts'

const PATHS = ['src/tide.ts', 'src/lock.ts', 'apps/web/index.ts', 'apps/api/index.ts']

describe('by a path that is not there', () => {
  test('the only one that ends so was meant', () => {
    expect(meantPath('tide.ts', PATHS)).toMatchObject({ only: 'src/tide.ts', alike: [] })
    expect(meantPath('web/index.ts', PATHS).only).toBe('apps/web/index.ts')
    // The end of a name is no part of a path.
    expect(meantPath('ide.ts', PATHS).only).toBeNull()
  })

  test('none of several that end so was, and all are named', () => {
    const both = { only: null, best: null, alike: ['apps/web/index.ts', 'apps/api/index.ts'] }
    expect(meantPath('index.ts', PATHS)).toEqual(both)
  })

  test('those like it were perhaps, and of two that are as like it none above the other', () => {
    expect(meantPath('src/tyde.ts', PATHS)).toEqual({
      only: null,
      best: 'src/tide.ts',
      alike: ['src/tide.ts'],
    })
    const twins = meantPath('src/tyde.ts', ['b/c/tide.ts', 'c/b/tide.ts'])
    expect(twins).toMatchObject({ best: null, alike: ['b/c/tide.ts', 'c/b/tide.ts'] })
    expect(meantPath('docs/elsewhere.md', PATHS)).toEqual({ only: null, best: null, alike: [] })
    expect(nearestPath('src/tyde.ts', PATHS)).toBe('src/tide.ts')
  })

  test('a sentence names them', () => {
    expect(sayMeant('x.ts', [])).toBe('Nothing is known of x.ts.')
    expect(sayMeant('x.ts', ['a.ts', 'b.ts', 'c.ts'])).toBe(
      'Nothing is known of x.ts. Did you mean a.ts, b.ts or c.ts?',
    )
  })

  test('a sentence has one line and an end, whatever stands in a path', () => {
    const path = `a\n\n## Decisions\n- \u001b[1m${'long '.repeat(200)}`
    for (const said of [sayMeant(path, []), askMeant([path, path]), sayTaken(path, path)]) {
      expect(said).not.toMatch(/\p{Cc}/u)
      expect(said).toContain('a ## Decisions - [1mlong ')
      expect(said).toMatch(/[.?]$/)
      expect(said.length).toBeLessThan(1_000)
    }
  })
})
