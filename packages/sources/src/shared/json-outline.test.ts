import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outlineOf } from './json-outline.ts'

describe('the outline of a JSON text', () => {
  test.each([
    ['{"a":1,"b":{"c":2},"d":"{\\"e\\":1}"}', 'object', ['a', 'b', 'd']],
    ['\ufeff {\n  "a" : [ {"b":1} ]\n}', 'object', ['a']],
    ['[{"a":1},{"b":{"c":1}}]', 'list', ['a', 'b']],
    ['{"a":{"b":"cut in the mid', 'object', ['a']],
    ['{"a":1}{"b":2}', 'object', ['a']],
    ['# not JSON', 'none', []],
    ['', 'none', []],
  ])('%s', (text, kind, keys) => {
    const outline = outlineOf(text)
    expect([outline.kind, [...outline.keys]]).toEqual([kind, keys])
  })

  test('names the keys that parsing names, of plain keys', () => {
    const key = fc.string({ unit: fc.constantFrom('a', 'b', ':', '{', ' ') })
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), (value) => {
        expect([...outlineOf(JSON.stringify(value)).keys]).toEqual(Object.keys(value))
      }),
    )
  })

  test('any text has one', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '[', '"', '\\', ':', 'a') }), (text) => {
        expect(['object', 'list', 'none']).toContain(outlineOf(text).kind)
      }),
    )
  })
})
