'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { entityHref } from './book-hrefs.ts'

/** What an entity is connected with, and which file says so. */
export const EntityRelations = ({ book, name }: { book: string; name: string }) => {
  const api = useApi()
  const around = useQuery({
    queryKey: queryKeys.bookAnswer(book, 'relationships', { name }),
    queryFn: ({ signal }) => api.books.relationships(book, { name, depth: 1 }, { signal }),
  })
  if (!around.data || around.data.items.length === 0) return null
  return (
    <section aria-label="Relationships">
      <h2>Relationships</h2>
      <ul className="entity-relations">
        {around.data.items.map((hop) => (
          <li key={`${hop.relationship} ${hop.direction} ${hop.handle} ${hop.is_from_text}`}>
            <span className="book-quiet tl-mono">{hop.relationship}</span>{' '}
            <Link
              href={entityHref(book, hop.handle)}
              className="tl-link tl-foreign"
              prefetch={false}
            >
              {plainLine(hop.name)}
            </Link>{' '}
            <span className="book-quiet tl-foreign">
              {hop.is_from_text && 'in the text of '}
              {plainLine(hop.source_file)}:{hop.line}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
