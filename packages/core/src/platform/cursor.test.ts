import { newId } from '@teamlore/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idCursor, placeCursor, timeCursor } from './cursor.ts'

const sessions = timeCursor('sessions')
const refused = expect.objectContaining({ code: 'cursor.invalid', kind: 'invalid' })

describe('a cursor', () => {
  test('comes back as the key it was made from', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (at) => {
        const key = { at, id: newId.session() }
        expect(sessions.decode(sessions.encode(key))).toEqual(key)
      }),
    )
    const place = { ordinal: 7, id: newId.message(), backward: true }
    expect(placeCursor('messages').decode(placeCursor('messages').encode(place))).toEqual(place)
  })

  test('is absent where there is no page', () => {
    expect(sessions.encode(null)).toBeNull()
    expect(sessions.decode(undefined)).toBeUndefined()
  })

  test('can stand in a URL as it is', () => {
    const cursor = sessions.encode({ at: 1, id: newId.session() })
    expect(encodeURIComponent(cursor)).toBe(cursor)
  })

  test('of another list is refused', () => {
    const cursor = timeCursor('prompts').encode({ at: 1, id: newId.message() })
    expect(() => sessions.decode(cursor)).toThrow(refused)
  })

  test('that was tampered with is refused, never an error of ours', () => {
    const whole = sessions.encode({ at: 1_767_225_600_000_000, id: newId.session() })
    const letter = fc.constantFrom(...'abcXYZ019-_=%!')
    const changed = fc
      .tuple(fc.nat(whole.length - 1), letter)
      .map(([at, other]) => whole.slice(0, at) + other + whole.slice(at + 1))
    const sent = fc
      .oneof(changed, fc.string(), fc.base64String(), fc.constant(''))
      .filter((cursor) => cursor !== whole)
    fc.assert(
      fc.property(sent, (cursor) => {
        try {
          // What still decodes must be a key that the database can compare with.
          const key = sessions.decode(cursor)
          expect(Number.isSafeInteger(key?.at)).toBe(true)
          expect(key?.id).toMatch(/^[a-z]{3,4}_[0-9a-z]{26}$/)
        } catch (error) {
          expect(error).toEqual(refused)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('with a key of another shape is refused', () => {
    const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const id = newId.session()
    for (const value of [
      null,
      ['sessions'],
      ['sessions', { at: 1.5, id }],
      ['sessions', { at: 1, id: "'; drop table teamlore.sessions; --" }],
      ['sessions', { at: '1', id }],
      ['sessions', { at: 1, id, more: 1 }],
      ['sessions', { at: 2 ** 60, id }],
    ]) {
      expect(() => sessions.decode(forge(value))).toThrow(refused)
    }
    expect(() =>
      placeCursor('m').decode(forge(['m', { ordinal: 2 ** 31, id, backward: false }])),
    ).toThrow(refused)
    expect(() => idCursor('x').decode(forge(['x', { id: 'x\0' }]))).toThrow(refused)
  })
})
