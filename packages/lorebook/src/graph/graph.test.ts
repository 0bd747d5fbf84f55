import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Edge, Entity } from '../book.types.ts'
import { file, ingestSample, sampleSchema } from '../testing/sample-book.ts'
import { entitiesNamed, listEntities, newGraph } from './graph.ts'
import { type Direction, relationshipsOf } from './relationships.ts'

const person = (name: string, more = '') =>
  file(`setting/${name}.md`, `title: ${name}\ntype: person\nrole: x\n${more}`)
const book = ingestSample([
  person('Ann', 'guild: Weavers\nfriends: [Ben]\ntags: [Loud]'),
  person('Ben', 'guild: Weavers\nfriends: [Cy]'),
  person('Cy', 'friends: [Ann]\naliases: [Old Cy]'),
  file('setting/weavers.md', 'title: Weavers\ntype: guild\ntags: [loud]'),
]).book
const graph = newGraph(book)
const around = (name: string, query: Parameters<typeof relationshipsOf>[2] = {}) =>
  relationshipsOf(graph, `setting/${name}`, query).map(
    ({ hop, from, relationship, direction, to }) =>
      [hop, from, relationship, direction, to].join(' ').replaceAll('setting/', ''),
  )

describe('relationships around an entity', () => {
  it('are named as seen from it, symmetric and inverse ones too', () => {
    expect(around('weavers')).toEqual([
      '1 weavers HAS_MEMBER incoming ann',
      '1 weavers HAS_MEMBER incoming ben',
    ])
    expect(around('ann')).toEqual([
      '1 ann MEMBER_OF outgoing weavers',
      '1 ann KNOWS both ben',
      '1 ann KNOWS both cy',
    ])
  })

  it('are followed by type and direction; an inverse asks for the other way', () => {
    expect(around('ann', { direction: 'incoming' })).toEqual([
      '1 ann KNOWS both ben',
      '1 ann KNOWS both cy',
    ])
    expect(around('weavers', { type: 'HAS_MEMBER', direction: 'outgoing' })).toHaveLength(2)
    expect(around('weavers', { type: 'MEMBER_OF', direction: 'outgoing' })).toEqual([])
    expect(around('weavers', { type: 'MEMBER_OF', direction: 'incoming' })).toHaveLength(2)
    expect(around('ann', { type: 'NOTHING' })).toEqual([])
  })

  it('go round a circle once, each edge shown once, at most five steps', () => {
    expect(around('ann', { type: 'KNOWS', depth: 99 })).toEqual([
      '1 ann KNOWS both ben',
      '1 ann KNOWS both cy',
      '2 ben KNOWS both cy',
    ])
  })
})

describe('entities', () => {
  it('are found by title or alias in any case, and listed by type, layer and tag', () => {
    expect(entitiesNamed(graph, ' ANN ').map(({ name }) => name)).toEqual(['Ann'])
    expect(entitiesNamed(graph, 'old  cy').map(({ name }) => name)).toEqual(['Cy'])
    expect(entitiesNamed(graph, 'Ann', { type: 'guild' })).toEqual([])
    expect(listEntities(graph, { tag: 'LOUD' }).map(({ name }) => name)).toEqual(['Ann', 'Weavers'])
    expect(listEntities(graph, { tag: 'loud', type: 'guild' })).toHaveLength(1)
    expect(listEntities(graph, { layer: 'campaign' })).toEqual([])
  })
})

/** The same question answered another way: distances by repeated relaxation over a plain list of edges. */
const modelOf = (
  edges: readonly Edge[],
  start: string,
  depth: number,
  direction: Direction,
): Set<Edge> => {
  const distance = new Map([[start, 0]])
  const ways = edges.flatMap((edge) => {
    const isSymmetric = edge.relationship === 'KNOWS'
    const forth = { edge, a: edge.from, b: edge.to, dir: 'outgoing' }
    const back = { edge, a: edge.to, b: edge.from, dir: 'incoming' }
    return [forth, back].filter(
      ({ dir }) => isSymmetric || direction === 'both' || dir === direction,
    )
  })
  for (let round = 0; round < depth; round += 1)
    for (const { a, b } of ways) {
      const next = (distance.get(a) ?? Number.POSITIVE_INFINITY) + 1
      if (next === round + 1 && next < (distance.get(b) ?? Number.POSITIVE_INFINITY))
        distance.set(b, next)
    }
  return new Set(
    ways
      .filter(({ a }) => (distance.get(a) ?? Number.POSITIVE_INFINITY) < depth)
      .map(({ edge }) => edge),
  )
}

const entityOf = (key: string): Entity => ({
  key,
  name: key,
  layer: 'l',
  type: 'person',
  aliases: [],
  tags: [],
  properties: {},
  lines: {},
  body: '',
  source: null,
})

describe('any graph', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const edge = fc.record({
    from: fc.constantFrom(...names),
    to: fc.constantFrom(...names),
    relationship: fc.constantFrom('MEMBER_OF', 'KNOWS', 'UNDECLARED'),
    file: fc.constant('x.md'),
    line: fc.constant(1),
  })

  it('answers as another way of counting does, for every depth and direction', () => {
    fc.assert(
      fc.property(
        fc.array(edge, { maxLength: 14 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom<Direction>('outgoing', 'incoming', 'both'),
        (edges, depth, direction) => {
          const made = newGraph({ entities: names.map(entityOf), edges, schema: sampleSchema() })
          const hops = relationshipsOf(made, 'a', { depth, direction })
          expect(new Set(hops.map((hop) => hop.edge))).toEqual(
            modelOf(edges, 'a', depth, direction),
          )
          expect(new Set(hops.map((hop) => hop.edge)).size).toBe(hops.length)
          for (const limit of [1, hops.length, hops.length + 1])
            expect(relationshipsOf(made, 'a', { depth, direction, limit })).toEqual(
              hops.slice(0, limit),
            )
        },
      ),
      { numRuns: 1000 },
    )
  })
})
