'use client'

import type { SearchHit } from '@teamlore/shared'
import { type ReactNode, useId, useState } from 'react'
import { ScoreParts } from './score-parts.tsx'

/** On demand, why a result stands where it does: the button, and what it opens, since the two stand apart. */
export const useRankReasons = ({
  score,
  score_parts,
}: Pick<SearchHit, 'score' | 'score_parts'>): { button: ReactNode; reasons: ReactNode } => {
  const [isExplained, setExplained] = useState(false)
  const partsId = useId()
  return {
    button: (
      <button
        type="button"
        className="hit-why"
        aria-expanded={isExplained}
        aria-controls={partsId}
        onClick={() => setExplained(!isExplained)}
      >
        Why this rank
      </button>
    ),
    reasons: (
      <div id={partsId}>{isExplained && <ScoreParts score={score} parts={score_parts} />}</div>
    ),
  }
}
