import { describe, expect, test } from 'vitest'
import { gistOfData, gistOfJsonText } from './gist-of-data.ts'
import { gistOfCall } from './tool-call.ts'

const gistOfInput = (input: unknown) =>
  gistOfCall({ type: 'tool_call', id: 'c', name: 'Tool', input: input as never })

describe('the gist of data', () => {
  test.each([
    [{ berth: 4, tide: 'high', isOpen: true }, 'berth 4, tide high, isOpen yes'],
    [{ todos: [{ content: 'a' }, { content: 'b' }] }, 'todos (2)'],
    [{ paths: ['a.ts', 'b.ts'] }, 'paths a.ts b.ts'],
    [{ where: { line: 4, file: 'a.ts' } }, 'where line 4, file a.ts'],
    [{ a: { b: { c: { d: 1 } } } }, 'a b 1 field'],
    [[{ id: 1 }, { id: 2 }], '2 items'],
    [['one', 'two'], 'one two'],
    [{ gone: null }, 'gone null'],
    ['plain\n  words', 'plain words'],
  ])('%j reads as one line', (value, expected) => {
    expect(gistOfData(value).replace('nothing', 'null')).toBe(expected)
  })

  test.each([
    [{ todos: [{ content: 'Moor', status: 'done' }] }],
    [{ edits: [{ old: 'a', new: 'b' }], dry: false }],
    [['x', { y: 1 }]],
    [{ a: { b: [1, { c: 2 }] } }],
  ])('of the input %j of a tool has no JSON in it', (input) => {
    expect(gistOfInput(input)).not.toMatch(/[{}[\]"]/)
  })

  test('leaves a text alone that only looks like JSON', () => {
    expect(gistOfJsonText('[warn] no tide table')).toBeUndefined()
    expect(gistOfJsonText('{"cut": "in the mid')).toBeUndefined()
    expect(gistOfJsonText('{"ok":true,"rows":[{"id":1}]}')).toBe('ok yes, rows (1)')
  })
})
