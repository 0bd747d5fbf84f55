import type { BookGraphAnswer } from '@teamlore/shared/books'
import Graph from 'graphology'
import { type Clustered, typesDrawn } from './graph-clusters.ts'
import type { graphColours } from './graph-colours.ts'

type Colours = ReturnType<typeof graphColours>

/** Of many entities each is drawn smaller, so that what lies between them shows. */
const ROOMY = 600
export const shrunkBy = (nodes: number): number =>
  Math.min(1, Math.sqrt(ROOMY / Math.max(1, nodes)))

/** So few entities have room for all their names. */
const FEW = 40

/** From which size on names are shown, and how many of them in one place: all of a few entities, the most important of many. */
export const labelsFor = (nodes: number): { threshold: number; density: number } =>
  nodes <= FEW ? { threshold: 0, density: 4 } : { threshold: 5 * shrunkBy(nodes), density: 0.8 }

/** On a spiral, so that the same book settles the same way. */
const placeOf = (at: number): { x: number; y: number } => {
  const [angle, radius] = [at * 2.399963, Math.sqrt(at + 1)]
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
}

/** A name that is longer says no more in a picture. */
const MAX_LABEL = 36
const labelOf = (name: string): string => {
  const signs = [...name]
  return signs.length <= MAX_LABEL ? name : `${signs.slice(0, MAX_LABEL - 1).join('')}…`
}

/** Entities, the better connected the larger. */
export const pictureOf = (answer: BookGraphAnswer, colours: Colours): Graph => {
  const { nodes, edges } = answer
  const colourOf = colours.among(typesDrawn(answer).map(({ type }) => type))
  const scale = shrunkBy(nodes.length)
  const graph = new Graph({ multi: true, type: 'directed' })
  const degrees = new Map<number, number>()
  for (const { from, to } of edges)
    for (const at of [from, to]) degrees.set(at, (degrees.get(at) ?? 0) + 1)
  for (const [at, { name, type, is_placeholder }] of nodes.entries())
    graph.addNode(String(at), {
      label: labelOf(name),
      ...placeOf(at),
      size: scale * Math.min(16, 3 + Math.sqrt(degrees.get(at) ?? 0)),
      color: is_placeholder ? colours.faint : colourOf(type),
    })
  for (const { from, to, relationship } of edges)
    graph.addEdge(String(from), String(to), {
      label: relationship,
      color: colours.line,
      size: 0.8 * scale,
    })
  return graph
}

/** Clusters, the fuller the larger, and how much lies between them. */
export const pictureOfClusters = (
  { clusters, edges, types }: Clustered,
  colours: Colours,
): Graph => {
  const colourOf = colours.among(types)
  const graph = new Graph({ multi: true, type: 'directed' })
  const most = Math.max(1, ...clusters.map(({ count }) => count))
  for (const [at, { type, layer, count }] of clusters.entries())
    graph.addNode(String(at), {
      label: `${type ?? 'unknown'}, ${layer} (${count})`,
      ...placeOf(at),
      size: 8 + 26 * Math.sqrt(count / most),
      color: colourOf(type),
      forceLabel: true,
    })
  for (const { from, to, count, relationship } of edges)
    graph.addEdge(String(from), String(to), {
      label: `${relationship} (${count})`,
      color: colours.line,
      size: 1 + Math.log2(1 + count) / 2,
    })
  return graph
}
