import type { BookGraphAnswer } from '@teamlore/shared/books'
import { expect, test } from 'vitest'
import { clustersOf, tiesOf, typesDrawn } from './graph-clusters.ts'

const node = (name: string, type: string | null, layer = 'a') => ({
  name,
  handle: name,
  type,
  layer,
  is_placeholder: false,
})
const edge = (from: number, to: number, relationship = 'NEAR') => ({
  from,
  to,
  relationship,
  is_from_text: false,
})
const GRAPH: BookGraphAnswer = {
  nodes: [
    node('A', 'place'),
    node('B', 'place'),
    node('C', 'person'),
    node('D', 'place', 'b'),
    node('E', null),
  ],
  edges: [edge(0, 1), edge(0, 2, 'HOME'), edge(1, 2, 'HOME'), edge(2, 0, 'OWNS')],
  left_out: 0,
}

test('entities of one type and layer are one cluster, with what lies between two', () => {
  const { clusters, edges } = clustersOf(GRAPH)
  expect(clusters.map(({ type, layer, count }) => [type, layer, count])).toEqual([
    ['place', 'a', 2],
    ['person', 'a', 1],
    ['place', 'b', 1],
    [null, 'a', 1],
  ])
  expect(edges).toEqual([
    { from: 0, to: 0, count: 1, relationship: 'NEAR' },
    { from: 0, to: 1, count: 3, relationship: 'HOME' },
  ])
})

test('the legend has the types that are drawn, and one entity its ties', () => {
  expect(typesDrawn(GRAPH)).toEqual([
    { type: 'place', count: 3 },
    { type: null, count: 1 },
    { type: 'person', count: 1 },
  ])
  expect(tiesOf(GRAPH, 2)).toEqual([
    { relationship: 'HOME', name: 'A', handle: 'A', isOut: false },
    { relationship: 'HOME', name: 'B', handle: 'B', isOut: false },
    { relationship: 'OWNS', name: 'A', handle: 'A', isOut: true },
  ])
})
