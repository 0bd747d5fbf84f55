'use client'

import type { BookGraphAnswer } from '@teamlore/shared/books'
import Graph from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import { useEffect, useRef } from 'react'
import Sigma from 'sigma'
import { count } from '../../lib/format/number.ts'
import { graphColours } from './graph-colours.ts'

/** Time for one step of the layout, so that the page stays quick while it settles. */
const STEP_MS = 12
const MAX_STEPS = 400

/** Of many entities each is drawn smaller, so that what lies between them shows. */
const ROOMY = 600
const shrunkBy = ({ nodes }: BookGraphAnswer): number =>
  Math.min(1, Math.sqrt(ROOMY / Math.max(1, nodes.length)))

const graphOf = (answer: BookGraphAnswer, colours: ReturnType<typeof graphColours>) => {
  const { nodes, edges } = answer
  const scale = shrunkBy(answer)
  const graph = new Graph({ multi: true, type: 'directed' })
  const degrees = new Map<number, number>()
  for (const { from, to } of edges)
    for (const at of [from, to]) degrees.set(at, (degrees.get(at) ?? 0) + 1)
  for (const [at, { name, type, is_placeholder }] of nodes.entries()) {
    // On a spiral, so that the same book settles the same way.
    const [angle, radius] = [at * 2.399963, Math.sqrt(at + 1)]
    graph.addNode(String(at), {
      label: name,
      x: radius * Math.cos(angle),
      y: radius * Math.sin(angle),
      size: scale * Math.min(14, 2.5 + Math.sqrt(degrees.get(at) ?? 0)),
      color: is_placeholder ? colours.faint : colours.of(type),
    })
  }
  for (const { from, to, relationship } of edges)
    graph.addEdge(String(from), String(to), {
      label: relationship,
      color: colours.line,
      size: 0.6 * scale,
    })
  return graph
}

/** Moves the nodes a little at a time until they have settled; the result stops it. */
const settle = (graph: Graph): (() => void) => {
  const settings = { ...forceAtlas2.inferSettings(graph), barnesHutOptimize: graph.order > 300 }
  let frame = 0
  let steps = 0
  const step = () => {
    const end = performance.now() + STEP_MS
    do {
      forceAtlas2.assign(graph, { iterations: 1, settings })
      steps += 1
    } while (performance.now() < end && steps < MAX_STEPS)
    if (steps < MAX_STEPS) frame = requestAnimationFrame(step)
  }
  frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}

const drawOn = (box: HTMLElement, answer: BookGraphAnswer, onOpen: (name: string) => void) => {
  const colours = graphColours(getComputedStyle(document.documentElement))
  const graph = graphOf(answer, colours)
  let near: Set<string> | undefined
  const sigma = new Sigma(graph, box, {
    allowInvalidContainer: true,
    labelColor: { color: colours.text },
    labelFont: colours.font,
    labelRenderedSizeThreshold: 7 * shrunkBy(answer),
    defaultEdgeType: 'arrow',
    hideEdgesOnMove: answer.edges.length > 4_000,
    nodeReducer: (node, data) =>
      near === undefined || near.has(node) ? data : { ...data, color: colours.line, label: '' },
    edgeReducer: (edge, data) =>
      near === undefined || graph.extremities(edge).every((end) => near?.has(end))
        ? data
        : { ...data, hidden: true },
  })
  const point = (node?: string) => {
    near = node === undefined ? undefined : new Set([node, ...graph.neighbors(node)])
    sigma.refresh({ skipIndexation: true })
  }
  sigma.on('enterNode', ({ node }) => point(node))
  sigma.on('leaveNode', () => point())
  sigma.on('clickNode', ({ node }) => onOpen(answer.nodes[Number(node)]?.handle ?? ''))
  const stop = settle(graph)
  return () => {
    stop()
    sigma.kill()
  }
}

/** The picture of a graph. The list of entities says the same in words. */
export const GraphCanvas = ({
  graph,
  onOpen,
}: {
  graph: BookGraphAnswer
  onOpen: (name: string) => void
}) => {
  const box = useRef<HTMLDivElement>(null)
  const open = useRef(onOpen)
  open.current = onOpen
  useEffect(() => {
    if (box.current === null) return
    return drawOn(box.current, graph, (name) => open.current(name))
  }, [graph])
  return (
    <div
      ref={box}
      className="book-canvas"
      role="img"
      aria-label={`Picture of ${count(graph.nodes.length, 'entity', 'entities')} and ${count(graph.edges.length, 'relationship')}`}
    />
  )
}
