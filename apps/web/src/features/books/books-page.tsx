'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { CommandLine } from '../../components/ui/command-line.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { bookHref } from './book-hrefs.ts'
import './books.css'

/** The lorebooks of the team. */
export const BooksPage = () => {
  const api = useApi()
  const books = useQuery({
    queryKey: queryKeys.books,
    queryFn: ({ signal }) => api.books.list({ signal }),
  })
  return (
    <div className="books-page">
      <PageTitle title="Lorebooks" />
      <PageHeader title="Lorebooks" note="Knowledge graphs made of Markdown files." />
      {books.isPending && (
        <Loading label="Loading the lorebooks">
          <SkeletonLines rows={4} tall />
        </Loading>
      )}
      {books.isError && (
        <ErrorState
          title="The lorebooks could not be loaded"
          error={books.error}
          retry={() => void books.refetch()}
        />
      )}
      {books.data?.items.length === 0 && (
        <EmptyState title="There is no lorebook yet">
          <p>Begin one in a folder of notes, and send it:</p>
          <CommandLine command="lore book init && lore book ingest" />
        </EmptyState>
      )}
      {books.data && books.data.items.length > 0 && (
        <ul className="book-list">
          {books.data.items.map(({ id, name, summary, ingested_at }) => (
            <li key={id}>
              <Link href={bookHref(name)} className="book-card">
                <strong className="tl-foreign">{plainLine(name)}</strong>
                <span>
                  {count(summary['entities'] ?? 0, 'entity', 'entities')},{' '}
                  {count(summary['relationships'] ?? 0, 'relationship')},{' '}
                  {count(summary['events'] ?? 0, 'event')}
                </span>
                <span className="book-quiet">
                  ingested <TimeAgo at={ingested_at} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
