'use client'

import type { BookGraphAnswer } from '@teamlore/shared/books'
import { useEffect, useMemo, useState } from 'react'
import { typesDrawn } from './graph-clusters.ts'
import { graphColours } from './graph-colours.ts'

const SHOWN = 14

/** Which colour is which type, and how many of each are drawn. */
export const GraphLegend = ({ graph }: { graph: BookGraphAnswer }) => {
  const types = useMemo(() => typesDrawn(graph), [graph])
  // Colours are those of the page as it is now, which only a browser knows.
  const [colours, setColours] = useState<ReturnType<typeof graphColours>>()
  const colourOf = colours?.among(types.map(({ type }) => type))
  useEffect(() => setColours(graphColours(getComputedStyle(document.documentElement))), [])
  return (
    <ul className="graph-legend" aria-label="Colours of types">
      {types.slice(0, SHOWN).map(({ type, count }) => (
        <li key={type ?? ''}>
          <span
            className="graph-dot"
            aria-hidden="true"
            style={{ background: colourOf?.(type) ?? 'transparent' }}
          />
          <span className="tl-foreign">{type ?? 'unknown'}</span>{' '}
          <span className="book-quiet">{count}</span>
        </li>
      ))}
      {types.length > SHOWN && <li className="book-quiet">and {types.length - SHOWN} more</li>}
    </ul>
  )
}
