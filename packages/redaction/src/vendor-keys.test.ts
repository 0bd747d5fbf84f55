import { describe, expect, test } from 'vitest'
import { ruleOfVendorKey } from './vendor-key-rules.ts'

const isFound = (line: string, text: string, at: number): boolean => {
  const rule = ruleOfVendorKey(line)
  const pattern = new RegExp(rule.pattern)
  pattern.lastIndex = rule.startOf?.(text, at) ?? at
  const match = pattern.exec(text)
  return match !== null && rule.accepts?.(match.groups?.['secret'] ?? match[0], match) !== false
}

describe('a line of the table of vendor keys', () => {
  test('says prefixes with letters in brackets for each of them', () => {
    expect(ruleOfVendorKey('acme  ac[mp]_,q[ab][cd]  ac._x').anchors).toEqual([
      ...['acm_', 'acp_', 'qac', 'qad', 'qbc', 'qbd'],
    ])
  })

  test('finds its key as a whole word alone', () => {
    const line = 'acme  acm_  acm_[a-z0-9]{8}'
    expect(isFound(line, 'use acm_a1b2c3d4 now', 4)).toBe(true)
    expect(isFound(line, 'use acm_a1b2c3d4e now', 4)).toBe(false)
    expect(isFound(line, 'use xacm_a1b2c3d4 now', 5)).toBe(false)
  })

  test('passes over what an example is filled with, and with a check asks for that instead', () => {
    const filled = 'acm_xxxxxxxx1'
    expect(isFound('acme  acm_  acm_[a-z0-9]{9}', filled, 0)).toBe(false)
    expect(isFound('acme  acm_  acm_[a-z0-9]{9}  digit', filled, 0)).toBe(true)
  })

  test('asks for all of its checks', () => {
    const line = 'acme  ak-  ak-[A-Za-z0-9]{12}  mixed near:acme'
    expect(isFound(line, 'Acme: ak-aB3dE5gH7jK9', 6)).toBe(true)
    expect(isFound(line, 'other: ak-aB3dE5gH7jK9', 7)).toBe(false)
    expect(isFound(line, 'Acme: ak-abcdefghijkl', 6)).toBe(false)
  })

  test('may recognise a key by what it contains', () => {
    expect(isFound('acme  ACM  [a-z0-9]{4}ACM  at:4', 'a1b2ACM', 4)).toBe(true)
  })

  test.each([
    ['without a shape', 'acme  acm_'],
    ['with a check that nobody knows', 'acme  acm_  acm_[a-z]{8}  shiny'],
    ['with a shape that is no expression', 'acme  acm_  acm_([a-z]{8}'],
  ])('is refused %s', (_, line) => {
    expect(() => ruleOfVendorKey(line)).toThrow()
  })
})
