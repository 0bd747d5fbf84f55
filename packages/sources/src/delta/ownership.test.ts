import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Claim, settleOwnership } from './ownership.ts'

const claim = (nativeId: string, keys: string[], more: Partial<Claim> = {}): Claim => ({
  nativeId,
  precedence: 0,
  // Keys end in digits that stand for their time.
  keys: keys.map((key) => ({ key, ts: key.replace(/\D+/, ''), isReplay: false })),
  ...more,
})

const ownersOf = (claims: Claim[], acknowledged: [string, string[]][] = []) => {
  const verdicts = settleOwnership(
    claims,
    new Map(acknowledged.map(([key, owners]) => [key, new Set(owners)])),
  )
  return Object.fromEntries(
    claims.map(({ nativeId, keys }) => [
      nativeId,
      keys.map(({ key }) => key).filter((key) => !verdicts.get(nativeId)?.dropped.has(key)),
    ]),
  )
}

describe('who keeps a message that several sessions hold', () => {
  test('a session that was taken over whole is the older one', () => {
    expect(ownersOf([claim('b', ['k1', 'k2', 'k3']), claim('z', ['k1', 'k2'])])).toEqual({
      z: ['k1', 'k2'],
      b: ['k3'],
    })
  })

  test('a chain of resumed sessions is taken apart link by link', () => {
    const claims = [
      claim('c', ['k1', 'k2', 'k3', 'k4', 'k5']),
      claim('a', ['k1', 'k2']),
      claim('b', ['k1', 'k2', 'k3', 'k4']),
    ]
    expect(ownersOf(claims)).toEqual({ a: ['k1', 'k2'], b: ['k3', 'k4'], c: ['k5'] })
  })

  test('when both went on, the one with the earlier own message keeps what they share', () => {
    expect(ownersOf([claim('a', ['k1', 'k9']), claim('b', ['k1', 'k5'])])).toEqual({
      a: ['k9'],
      b: ['k1', 'k5'],
    })
  })

  test('a record that names another session is a replay', () => {
    const replayed = claim('a', ['k1', 'k2'])
    const claims = [
      { ...replayed, keys: replayed.keys.map((one) => ({ ...one, isReplay: one.key === 'k1' })) },
      claim('b', ['k1', 'k9']),
    ]
    expect(ownersOf(claims)).toEqual({ a: ['k2'], b: ['k1', 'k9'] })
  })

  test('main before background before subagent before compaction', () => {
    const claims = [3, 2, 1, 0].map((precedence) => claim(`p${precedence}`, ['k1'], { precedence }))
    expect(ownersOf(claims)).toEqual({ p3: [], p2: [], p1: [], p0: ['k1'] })
  })

  test('what the server has stays where it is, whoever comes later', () => {
    const claims = [claim('a', ['k1', 'k2']), claim('b', ['k1', 'k2', 'k3'])]
    expect(
      ownersOf(claims, [
        ['k1', ['b']],
        ['k2', ['b']],
      ]),
    ).toEqual({ a: [], b: ['k1', 'k2', 'k3'] })
    expect(ownersOf([claim('b', ['k1', 'k3'])], [['k1', ['gone']]])).toEqual({ b: ['k3'] })
    expect(ownersOf([claim('b', ['k1'])], [['k1', ['a', 'b']]])).toEqual({ b: ['k1'] })
  })

  const anyClaims = fc.uniqueArray(
    fc.record({
      nativeId: fc.constantFrom('s1', 's2', 's3', 's4'),
      precedence: fc.nat(3),
      keys: fc.uniqueArray(
        fc.record({
          key: fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5', 'k6'),
          ts: fc.option(fc.constantFrom('1', '2', '3')),
          isReplay: fc.boolean(),
        }),
        { selector: ({ key }) => key },
      ),
    }),
    { selector: ({ nativeId }) => nativeId },
  )

  test('every message has exactly one keeper, in whatever order sessions and messages are named', () => {
    fc.assert(
      fc.property(anyClaims, fc.infiniteStream(fc.nat()), (claims, order) => {
        const shuffled = <T>(items: readonly T[]): T[] =>
          items
            .map((item) => ({ item, at: order.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ item }) => item)
        const keep = (from: Claim[]) => {
          const owners = ownersOf(from)
          return Object.fromEntries(Object.entries(owners).map(([id, keys]) => [id, keys.sort()]))
        }
        const kept = keep(claims)
        expect(keep(shuffled(claims.map((one) => ({ ...one, keys: shuffled(one.keys) }))))).toEqual(
          kept,
        )
        const all = new Set(claims.flatMap(({ keys }) => keys.map(({ key }) => key)))
        expect(Object.values(kept).flat().sort()).toEqual([...all].sort())
      }),
    )
  })

  test('settling again after all was acknowledged changes nothing', () => {
    fc.assert(
      fc.property(anyClaims, (claims) => {
        const first = ownersOf(claims)
        const acknowledged = Object.entries(first).flatMap(([id, keys]) =>
          keys.map((key): [string, string[]] => [key, [id]]),
        )
        expect(ownersOf(claims, acknowledged)).toEqual(first)
      }),
    )
  })
})
