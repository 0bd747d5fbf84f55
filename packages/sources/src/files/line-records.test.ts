import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordsOfLine, recordsOfTail } from './line-records.ts'

const record = (id: string) => ({
  type: 'user',
  id,
  message: { role: 'user', content: [{ type: 'text', text: `if (a) { return "${id}" }\n` }] },
  usage: { in: 1.5e3, isCached: true, cost: null },
})
const text = (id: string): string => JSON.stringify(record(id))

describe('records of one line', () => {
  test('one record, as nearly always', () =>
    expect(recordsOfLine(text('a'))).toEqual({ records: [record('a')], isDamaged: false }))

  test('several whole ones, and nothing of them is lost', () =>
    expect(recordsOfLine(`${text('a')}${text('b')} ${text('c')}`)).toEqual({
      records: [record('a'), record('b'), record('c')],
      isDamaged: false,
    }))

  test('a whole one behind one that was cut off at any character', () => {
    const whole = text('a')
    for (let at = 1; at < whole.length; at++)
      expect([at, recordsOfLine(whole.slice(0, at) + text('b'))]).toEqual([
        at,
        { records: [record('b')], isDamaged: true },
      ])
  })

  test('those around one that was cut off', () =>
    expect(recordsOfLine(`${text('a')}${text('b').slice(0, 70)}${text('c')}${text('d')}`)).toEqual({
      records: [record('a'), record('c'), record('d')],
      isDamaged: true,
    }))

  test('one in front of which a disk left zeros', () =>
    expect(recordsOfLine(`${'\0'.repeat(40)}${text('a')}`)).toEqual({
      records: [record('a')],
      isDamaged: true,
    }))

  test('nothing of one that was cut off at its end: its parts are no records', () => {
    const whole = text('a')
    for (let at = 0; at < whole.length; at++)
      expect([at, recordsOfLine(whole.slice(0, at)).records]).toEqual([at, []])
  })

  test('nothing of other text', () => {
    for (const other of ['broken', '[1,2]', '"{}"', '{a:1}', '}{', '{"a":1},', '[{"a":1}]'])
      expect([other, recordsOfLine(other)]).toEqual([other, { records: [], isDamaged: true }])
  })

  test('of a million open braces, without end or failure', () => {
    expect(recordsOfLine('{"a":'.repeat(1e6)).records).toEqual([])
    expect(recordsOfLine('{'.repeat(1e6)).records).toEqual([])
  })

  test('the records themselves, however they are cut', () => {
    const object = fc.record({ type: fc.constant('x'), id: fc.uuid(), data: fc.jsonValue() })
    fc.assert(
      fc.property(object, object, fc.double({ min: 0, max: 1, noNaN: true }), (one, two, part) => {
        const cut = JSON.stringify(one)
        const head = cut.slice(0, Math.floor(part * (cut.length - 1)))
        const next = JSON.parse(JSON.stringify(two))
        expect(recordsOfLine(head + JSON.stringify(two)).records).toEqual([next])
      }),
    )
  })
})

describe('the end of a file', () => {
  test('is no line while its last record is still being written', () => {
    const whole = text('a')
    for (let at = 1; at < whole.length; at++)
      expect([at, recordsOfTail(whole.slice(0, at))]).toEqual([at, null])
    expect(recordsOfTail(`${text('a')}${text('b').slice(0, 30)}`)).toBeNull()
  })

  test('is no line while the whole one in it may be a part of something larger', () => {
    expect(recordsOfTail(`[${text('a')},"x",${text('b')}`)).toBeNull()
    expect(recordsOfTail(text('a').slice(0, 30) + text('b'))).toBeNull()
  })

  test('is read when all of it is whole', () => {
    expect(recordsOfTail(text('a'))).toEqual([record('a')])
    expect(recordsOfTail(`${text('a')}${text('b')}`)).toEqual([record('a'), record('b')])
  })
})
