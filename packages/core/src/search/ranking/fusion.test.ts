import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { armWeights, unreadShare } from './arm-weights.ts'
import { type Arm, fuse } from './fuse.ts'

const arm = (name: Arm['name'], weight: number, scores: Record<string, number>): Arm => ({
  name,
  weight,
  scores: new Map(Object.entries(scores)),
})

describe('fusion', () => {
  const scores = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,3}$/),
    fc.double({ min: 0, max: 50, noNaN: true }),
  )
  const fusion = fc.constantFrom(
    { kind: 'rrf', k: 10 } as const,
    { kind: 'score', depth: 20 } as const,
  )

  test('puts first what both arms find, and keeps the parts of each score', () => {
    const [first] = fuse([
      arm('text', 0.6, { a: 9, b: 8, c: 1 }),
      arm('vector', 0.4, { b: 0.8, d: 0.7 }),
    ])
    expect(first?.id).toBe('b')
    expect(first?.parts).toEqual({
      text: { rank: 2, score: 8, adds: expect.closeTo(0.533, 3) },
      vector: { rank: 1, score: 0.8, adds: expect.closeTo(0.4, 10) },
      exact: null,
    })
  })

  test('is the sum of what each arm adds, and of what is added in place of meaning', () => {
    fc.assert(
      fc.property(
        scores,
        scores,
        fusion,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (text, vector, how, share) => {
          const unread = new Map(Object.keys(text).map((id) => [id, share]))
          for (const { fused, parts } of fuse(
            [arm('text', 0.7, text), arm('vector', 0.3, vector)],
            how,
            unread,
          )) {
            const sum = (parts.text?.adds ?? 0) + (parts.vector?.adds ?? 0) + (parts.unread ?? 0)
            expect(sum).toBeCloseTo(fused, 9)
          }
        },
      ),
    )
  })

  test('gives a single hit its full worth', () => {
    expect(fuse([arm('text', 0.6, { a: 3 })])[0]?.fused).toBeCloseTo(0.6, 5)
  })

  test('loses nothing, repeats nothing and is in order', () => {
    fc.assert(
      fc.property(scores, scores, fusion, (text, vector, how) => {
        const hits = fuse([arm('text', 0.6, text), arm('vector', 0.4, vector)], how)
        expect(hits.map(({ id }) => id).sort()).toEqual(
          [...new Set([...Object.keys(text), ...Object.keys(vector)])].sort(),
        )
        for (const [index, hit] of hits.entries()) {
          expect(hit.fused).toBeGreaterThanOrEqual(0)
          expect(hit.fused).toBeLessThanOrEqual(1 + 1e-9)
          expect(hit.fused).toBeLessThanOrEqual(hits[index - 1]?.fused ?? Number.POSITIVE_INFINITY)
        }
      }),
    )
  })

  test('never ranks a document lower for scoring higher in an arm', () => {
    fc.assert(
      fc.property(scores, fusion, fc.stringMatching(/^[a-z]{1,3}$/), (text, how, id) => {
        const place = (own: number) =>
          fuse([arm('text', 1, { ...text, [id]: own })], how).findIndex((hit) => hit.id === id)
        expect(place(60)).toBeLessThanOrEqual(place(1))
      }),
    )
  })

  test('leans on spelling the more a question is identifiers', () => {
    const asked = (identifierShare: number) =>
      armWeights({ identifierShare, coverage: 0.5, held: 0.5 })
    expect(asked(1).exact).toBeGreaterThan(asked(0.3).exact)
    expect(asked(1).vector).toBeLessThan(asked(0).vector)
  })

  test('leans on meaning the fewer of the words the best text has, and never leaves words out that it has', () => {
    const met = (held: number) => armWeights({ identifierShare: 0, coverage: held, held })
    expect(met(0.3).vector).toBeGreaterThan(met(0.6).vector)
    expect(met(0).text).toBe(0)
    expect(met(1).text).toBeGreaterThan(0.5)
    for (const held of [0, 0.4, 1]) expect(met(held).text + met(held).vector).toBeCloseTo(1, 10)
  })
})

describe('a text that no vector stands for', () => {
  const arms: Arm[] = [
    {
      name: 'text',
      weight: 0.6,
      scores: new Map([
        ['output', 10],
        ['near', 7],
        ['far', 10],
      ]),
    },
    { name: 'vector', weight: 0.4, scores: new Map([['near', 0.8]]) },
  ]
  const order = (unread?: ReadonlySet<string>) =>
    fuse(
      arms,
      { kind: 'score', depth: 200 },
      unread && new Map([...unread].map((id) => [id, 0.75])),
    ).map(({ id }) => id)

  test('is not put behind what merely sounds like the question', () => {
    expect(order(new Set(['output']))).toEqual(['output', 'near', 'far'])
    expect(order()).toEqual(['near', 'far', 'output'])
  })

  const share = (coverage: number, hasAllWords = false) =>
    unreadShare({ coverage }, { hasAllWords })

  test('counts by its words as far as the words of the question stand anywhere', () => {
    expect(share(0.1)).toBe(0)
    expect(share(0.4)).toBeGreaterThan(share(0.3))
    expect(share(0.9)).toBe(1)
  })

  test('counts in full where it has every word, as what came in a moment ago may', () => {
    expect(share(0.1, true)).toBe(1)
  })

  test('gains nothing where meaning has spoken', () => {
    const [first] = fuse(arms, undefined, new Map([['near', 0.75]]))
    expect(first).toEqual(fuse(arms)[0])
  })
})
