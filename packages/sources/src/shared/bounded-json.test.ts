import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundedJson } from './bounded-json.ts'

const nested = (depth: number): unknown => {
  let value: unknown = 'ground'
  for (let n = 0; n < depth; n++) value = n % 2 === 0 ? [value] : { down: value }
  return value
}
const depthOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

describe('JSON of any depth', () => {
  test('that is shallow is handed back itself', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        expect(boundedJson(value)).toBe(value)
      }),
    )
  })

  test('loses what lies too deep and nothing else', () => {
    expect(boundedJson(nested(60))).toEqual(nested(60))
    const beside = { here: [1, null, 'a'], there: nested(10_000) }
    const bounded = boundedJson(beside)
    expect(bounded).toMatchObject({ here: [1, null, 'a'] })
    expect(depthOf(bounded)).toBe(60)
    expect(JSON.stringify(bounded)).toContain('[nested too deeply]')
  })

  test('holds no undefined', () => {
    expect(boundedJson(undefined)).toBeNull()
    expect(boundedJson({ query: undefined, list: [undefined] })).toEqual({
      query: null,
      list: [null],
    })
  })
})
