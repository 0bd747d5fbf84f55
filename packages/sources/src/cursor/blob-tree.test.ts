import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blobsInOrder, hashesIn } from './blob-tree.ts'

const name = (seed: number): string => seed.toString(16).padStart(64, '0')
const node = (...children: string[]): Uint8Array =>
  Buffer.concat(children.flatMap((child) => [Buffer.from([0x0a, 32]), Buffer.from(child, 'hex')]))

test('any bytes have names or none, and never an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (data) => {
      for (const hash of hashesIn(data)) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    }),
  )
})

test('names that lead back to themselves end, and what is missing is counted', () => {
  const blobs = new Map([
    [name(1), node(name(2), name(1), name(3))],
    [name(2), Buffer.from('{}')],
  ])
  expect(blobsInOrder(name(1), (one) => blobs.get(one) ?? null)).toEqual({
    blobs: [{ name: name(2), text: '{}' }],
    missing: 1,
  })
})

test('a tree that doubles on each level is given up', () => {
  const load = (one: string): Uint8Array => {
    const depth = Number.parseInt(one, 16)
    return node(name(depth + 1), name(depth + 1))
  }
  expect(blobsInOrder(name(1), load).blobs).toEqual([])
})
