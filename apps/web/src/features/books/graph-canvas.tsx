'use client'

import type Graph from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import { useEffect, useRef } from 'react'
import Sigma from 'sigma'
import { graphColours } from './graph-colours.ts'
import { drawHoverOn, drawLabel } from './graph-labels.ts'
import { labelsFor } from './graph-picture.ts'

/** Time for one step of the layout, so that the page stays quick while it settles. */
const STEP_MS = 12
const MAX_STEPS = 400
/** From so many relationships on they are left out while the picture moves. */
const MANY_EDGES = 4_000

/** Moves the nodes a little at a time until they have settled; the result stops it. */
const settle = (graph: Graph): (() => void) => {
  if (graph.order < 2) return () => undefined
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    adjustSizes: graph.order <= 60,
    barnesHutOptimize: graph.order > 300,
  }
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

type Drawing = {
  makeGraph: (colours: ReturnType<typeof graphColours>) => Graph
  selected: () => number | null
  onSelect: (at: number | null) => void
}

const drawOn = (box: HTMLElement, { makeGraph, selected, onSelect }: Drawing) => {
  const colours = graphColours(getComputedStyle(document.documentElement))
  const graph = makeGraph(colours)
  const labels = labelsFor(graph.order)
  let pointed: string | undefined
  let near: Set<string> | undefined
  /** The one that is pointed at, else the one that is chosen. */
  const look = () => {
    const chosen = selected()
    const node = pointed ?? (chosen === null ? undefined : String(chosen))
    const isThere = node !== undefined && graph.hasNode(node)
    near = isThere ? new Set([node, ...graph.neighbors(node)]) : undefined
    sigma.refresh({ skipIndexation: true })
  }
  const isNear = (edge: string): boolean => {
    const node = pointed ?? String(selected())
    return graph.extremities(edge).includes(node)
  }
  const sigma = new Sigma(graph, box, {
    allowInvalidContainer: true,
    defaultDrawNodeLabel: drawLabel,
    defaultDrawNodeHover: drawHoverOn(colours.ground),
    labelColor: { color: colours.text },
    labelFont: colours.font,
    labelSize: 13,
    // The larger come first, and more of them the nearer one looks.
    labelRenderedSizeThreshold: labels.threshold,
    labelDensity: labels.density,
    labelGridCellSize: 110,
    renderEdgeLabels: true,
    edgeLabelColor: { color: colours.text },
    edgeLabelFont: colours.font,
    edgeLabelSize: 11,
    defaultEdgeType: 'arrow',
    hideEdgesOnMove: graph.size > MANY_EDGES,
    nodeReducer: (node, data) => {
      if (near === undefined) return data
      return near.has(node)
        ? { ...data, forceLabel: true, zIndex: 1 }
        : { ...data, color: colours.line, label: '' }
    },
    edgeReducer: (edge, data) => {
      if (near === undefined) return { ...data, label: graph.order <= 12 ? data['label'] : '' }
      return isNear(edge)
        ? { ...data, forceLabel: true, color: colours.faint, size: 1.6 }
        : { ...data, hidden: true }
    },
  })
  sigma.on('enterNode', ({ node }) => {
    pointed = node
    look()
  })
  sigma.on('leaveNode', () => {
    pointed = undefined
    look()
  })
  sigma.on('clickNode', ({ node }) => onSelect(Number(node)))
  sigma.on('clickStage', () => onSelect(null))
  look()
  const stop = settle(graph)
  return {
    look,
    end: () => {
      stop()
      sigma.kill()
    },
  }
}

type Shown = {
  makeGraph: (colours: ReturnType<typeof graphColours>) => Graph
  label: string
  selected: number | null
  onSelect: (at: number | null) => void
}

/** The picture of a graph. The list of entities says the same in words. `makeGraph` must stay the same while the picture does. */
export const GraphCanvas = ({ makeGraph, label, selected, onSelect }: Shown) => {
  const box = useRef<HTMLDivElement>(null)
  const state = useRef({ selected, onSelect })
  const drawn = useRef<ReturnType<typeof drawOn>>(undefined)
  state.current = { selected, onSelect }
  useEffect(() => {
    if (box.current === null) return
    const drawing = drawOn(box.current, {
      makeGraph,
      selected: () => state.current.selected,
      onSelect: (at) => state.current.onSelect(at),
    })
    drawn.current = drawing
    return drawing.end
  }, [makeGraph])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen is drawn anew.
  useEffect(() => drawn.current?.look(), [selected])
  return <div ref={box} className="book-canvas" role="img" aria-label={label} />
}
