'use client'

import { useQuery } from '@tanstack/react-query'
import type { BookAnswer } from '@teamlore/shared/books'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading, NotFoundState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { isNotThere, useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { BookEntities } from './book-entities.tsx'
import { BookGraph } from './book-graph.tsx'
import { BookHistory } from './book-history.tsx'
import { bookHref } from './book-hrefs.ts'
import { BookLinksView } from './book-links.tsx'
import { BookProblems } from './book-problems.tsx'
import { BookProposals, OpenProposals } from './book-proposals.tsx'
import { BookSchemaView } from './book-schema.tsx'
import { BookTimeline } from './book-timeline.tsx'
import { bookPlace } from './book-words.ts'
import './books.css'

const VIEWS = [
  'entities',
  'graph',
  'timeline',
  'problems',
  'proposals',
  'schema',
  'links',
  'history',
] as const
const VIEW_NAMES: Record<(typeof VIEWS)[number], string> = {
  entities: 'Entities',
  graph: 'Graph',
  timeline: 'Timeline',
  problems: 'Problems',
  proposals: 'Proposals',
  schema: 'Schema',
  links: 'Links',
  history: 'History',
}

/** A lorebook: what is in it, and one of the ways to look at it. */
export const BookPage = () => {
  const params = useParams<{ book: string }>()
  const name = decodeURIComponent(params.book)
  const api = useApi()
  const [view] = useQueryState('view', parseAsStringLiteral(VIEWS).withDefault('entities'))
  const book = useQuery({
    queryKey: queryKeys.book(name),
    queryFn: ({ signal }) => api.books.get(name, { signal }),
  })
  if (book.isPending)
    return (
      <Loading label="Loading the lorebook">
        <PageTitle title="Lorebook" />
        <PageHeader title={plainLine(name)} />
        <SkeletonLines rows={6} tall />
      </Loading>
    )
  if (book.isError)
    return isNotThere(book.error) ? (
      <NotFoundState title="There is no such lorebook">
        <Link href="/books" className="tl-link">
          All lorebooks
        </Link>
      </NotFoundState>
    ) : (
      <ErrorState
        isWholePage
        title="The lorebook could not be loaded"
        error={book.error}
        retry={() => void book.refetch()}
      />
    )
  const { data } = book
  return (
    <div className="books-page">
      <PageTitle title={plainLine(data.name)} />
      <PageHeader
        title={plainLine(data.name)}
        note={
          <>
            {count(data.summary['entities'] ?? 0, 'entity', 'entities')},{' '}
            {count(data.summary['relationships'] ?? 0, 'relationship')},{' '}
            {count(data.summary['events'] ?? 0, 'event')} in {count(data.layers.length, 'layer')},
            ingested <TimeAgo at={data.ingested_at} />
            {data.home !== null && <span className="tl-foreign"> from {bookPlace(data.home)}</span>}
          </>
        }
      />
      <nav className="book-views" aria-label="Ways to look at the lorebook">
        {VIEWS.map((one) => (
          <Link
            key={one}
            href={bookHref(data.name, one)}
            aria-current={one === view ? 'page' : undefined}
          >
            {VIEW_NAMES[one]}
            {one === 'problems' && data.problems.length > 0 && (
              <span className="book-count">{data.problems.length}</span>
            )}
            {one === 'proposals' && <OpenProposals book={data.name} />}
          </Link>
        ))}
      </nav>
      <BookView view={view} book={data} />
    </div>
  )
}

const BookView = ({ view, book }: { view: (typeof VIEWS)[number]; book: BookAnswer }) => {
  switch (view) {
    case 'entities':
      return <BookEntities book={book} />
    case 'graph':
      return <BookGraph book={book} />
    case 'timeline':
      return <BookTimeline book={book} />
    case 'problems':
      return <BookProblems problems={book.problems} />
    case 'proposals':
      return <BookProposals book={book} />
    case 'schema':
      return <BookSchemaView book={book} />
    case 'links':
      return <BookLinksView book={book} />
    case 'history':
      return <BookHistory book={book} />
  }
}
