'use client'

import type { GroupedHit } from '@teamlore/shared'
import { HitCard } from './hit-card.tsx'
import './hit-list.css'
import { MoreHits } from './more-hits.tsx'

/** The results, best first; a session stands once, and unfolds. */
export const HitList = ({
  hits,
  onSession,
}: {
  hits: readonly GroupedHit[]
  /** All hits of one session are wanted. */
  onSession: (id: string) => void
}) => {
  const shown = new Set(hits.map(({ id }) => id))
  return (
    <ol className="hit-list">
      {hits.map((hit) => (
        <HitCard key={hit.id} hit={hit} shown={shown}>
          {hit.more_in_session && (
            <MoreHits
              more={hit.more_in_session}
              onAll={() => hit.session_id !== null && onSession(hit.session_id)}
            />
          )}
        </HitCard>
      ))}
    </ol>
  )
}
