import { expect, it } from 'vitest'
import type { graphColours } from './graph-colours.ts'
import { labelsFor, pictureOf } from './graph-picture.ts'

const COLOURS = {
  among: () => () => '#000000',
  faint: '#777777',
  line: '#cccccc',
} as unknown as ReturnType<typeof graphColours>

const graphOf = (count: number) => ({
  nodes: Array.from({ length: count }, (_, at) => ({
    name: `Pier ${at}`,
    handle: `Pier ${at}`,
    type: 'place',
    layer: 'setting',
    is_placeholder: false,
  })),
  edges: [{ from: 0, to: 1, relationship: 'NEAR', is_from_text: false }],
  left_out: 0,
})

const named = (count: number): number => {
  const { threshold } = labelsFor(count)
  const picture = pictureOf(graphOf(count) as Parameters<typeof pictureOf>[0], COLOURS)
  return picture.filterNodes((_, { size }) => size >= threshold).length
}

it('a picture of few entities names each of them, however little they are connected', () => {
  expect(named(4)).toBe(4)
  expect(named(40)).toBe(40)
})

it('a picture of many names the important ones alone', () => {
  expect(named(200)).toBe(0)
  expect(labelsFor(5_000).threshold).toBeLessThan(labelsFor(200).threshold)
})
