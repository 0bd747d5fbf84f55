'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'

const SHOWN = 24

/** What the team's findings are about, to go on from. Nothing where nothing was found yet. */
export const ConceptList = ({ onTry }: { onTry: (q: string) => void }) => {
  const api = useApi()
  const concepts = useQuery({
    queryKey: queryKeys.concepts,
    queryFn: ({ signal }) => api.concepts({ limit: SHOWN }, { signal }),
    staleTime: 300_000,
  })
  const items = concepts.data?.items ?? []
  if (items.length === 0) return null
  return (
    <>
      <h2 className="concept-heading">What findings are about</h2>
      <ul className="concept-list">
        {items.map(({ concept, observations }) => (
          <li key={concept}>
            <button
              type="button"
              className="query-example"
              onClick={() => onTry(`concept:${/\s/.test(concept) ? `"${concept}"` : concept}`)}
            >
              <span className="tl-foreign">{plainLine(concept)}</span>{' '}
              <span className="concept-count">{observations}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
