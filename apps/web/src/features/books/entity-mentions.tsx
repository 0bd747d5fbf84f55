'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { HighlightedText } from '../../components/ui/highlighted-text.tsx'
import { kindInWords } from '../../components/ui/record-kinds.ts'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { mentionsQuestion } from './book-hrefs.ts'

/** Sessions, findings and memories that name an entity, found by its name and aliases as they stand. */
export const EntityMentions = ({ names }: { names: readonly string[] }) => {
  const api = useApi()
  const q = mentionsQuestion(names)
  const query = { q, limit: 12, group: 'session' as const }
  const found = useQuery({
    queryKey: queryKeys.search(query),
    queryFn: ({ signal }) => api.search(query, { signal }),
    enabled: q !== '',
  })
  const isRelaxed = found.data?.notes.some((note) => note.startsWith('Nothing contains')) ?? false
  const items = isRelaxed ? [] : (found.data?.items.filter(({ kind }) => kind !== 'entity') ?? [])
  return (
    <section aria-label="Mentions">
      <h2>Mentioned in sessions and memories</h2>
      {found.isError && <p className="book-quiet">They could not be searched just now.</p>}
      {found.data && items.length === 0 && <p className="book-quiet">Nothing names it yet.</p>}
      <ul className="entity-mentions">
        {items.map((hit) => (
          <li key={hit.id}>
            <Link href={hit.url} className="tl-link tl-foreign" prefetch={false}>
              {plainLine(hit.title)}
            </Link>{' '}
            <span className="book-quiet">
              {kindInWords(hit.kind, hit.type)}
              {hit.occurred_at !== null && (
                <>
                  {' · '}
                  <TimeAgo at={hit.occurred_at} />
                </>
              )}
            </span>
            <p className="entity-snippet tl-foreign">
              <HighlightedText text={hit.snippet.text} ranges={hit.snippet.highlights} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
