import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kindOfId, messageIdSchema, newId, sessionIdSchema } from './ids.ts'
import { encodeBase32, newUuidText } from './uuid-text.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const toBits = (text: string): string =>
  [...text]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
    .slice(2)

describe('an id', () => {
  test('an id names its kind and has its schema', () => {
    const id = newId.session()
    expect(sessionIdSchema.parse(id)).toBe(id)
    expect(kindOfId(id)).toBe('session')
    expect(messageIdSchema.safeParse(id).success).toBe(false)
    expect(kindOfId('nonsense')).toBeUndefined()
  })

  test('is a UUID of version 7 of this moment', () => {
    const before = Date.now()
    const bits = toBits(newUuidText())
    expect(bits).toHaveLength(128)
    expect(Number.parseInt(bits.slice(0, 48), 2)).toBeGreaterThanOrEqual(before)
    expect(Number.parseInt(bits.slice(0, 48), 2)).toBeLessThan(Date.now() + 1_000)
    expect(bits.slice(48, 52)).toBe('0111')
    expect(bits.slice(64, 66)).toBe('10')
  })

  test('sorts after every one made before it, however many there are', () => {
    const ids = Array.from({ length: 50_000 }, () => newId.message())
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? ''))).toBe(true)
  })

  test('has random bits of its own', () => {
    const tails = Array.from({ length: 1_000 }, () => toBits(newUuidText()).slice(-42))
    expect(new Set(tails).size).toBe(1_000)
  })
})

test('base32 keeps the order and every bit of 16 bytes', () => {
  const sixteen = fc.uint8Array({ minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(sixteen, sixteen, (a, b) => {
      const [x, y] = [encodeBase32(a), encodeBase32(b)]
      expect(x).toHaveLength(26)
      expect(Math.sign(Buffer.compare(a, b))).toBe(x < y ? -1 : x > y ? 1 : 0)
      const number = [...a].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
      expect(BigInt(`0b${toBits(x)}`)).toBe(number)
    }),
  )
})
