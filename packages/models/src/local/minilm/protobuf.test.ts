import { expect, test } from 'vitest'
import { bytesField, floatField, intField, messageOf, stringField } from './protobuf.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('fields are encoded as the wire format says', () => {
  expect(hex(intField(1, 150))).toBe('089601')
  expect(hex(intField(1, 0))).toBe('0800')
  expect(hex(intField(20, 1))).toBe('a00101')
  expect(hex(intField(1, -1))).toBe('08ffffffffffffffffff01')
  expect(hex(stringField(2, 'testing'))).toBe('120774657374696e67')
  expect(hex(floatField(2, 1))).toBe('150000803f')
  expect(hex(bytesField(3, messageOf(intField(1, 150))))).toBe('1a03089601')
})
