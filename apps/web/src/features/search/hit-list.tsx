'use client'

import type { SearchHit } from '@teamlore/shared'
import { HitCard } from './hit-card.tsx'
import './hit-list.css'

/** The results, best first. */
export const HitList = ({ hits }: { hits: readonly SearchHit[] }) => (
  <ol className="hit-list">
    {hits.map((hit) => (
      <HitCard key={hit.id} hit={hit} />
    ))}
  </ol>
)
