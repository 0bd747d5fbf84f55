'use client'

import { useQuery } from '@tanstack/react-query'
import type { BookAnswer, BookEventAnswer } from '@teamlore/shared/books'
import Link from 'next/link'
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs'
import { FilterSelect } from '../../components/filters/index.ts'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { entityHref } from './book-hrefs.ts'
import { inLine, usualLayer } from './book-words.ts'

const ORDERS = ['session', 'world'] as const
const ORDER_NAMES = { session: 'by session', world: 'by date in the world' } as const

/** What happened in a layer, in order. */
export const BookTimeline = ({ book }: { book: BookAnswer }) => {
  const api = useApi()
  const [chosen, setChosen] = useQueryState('layer', parseAsString)
  const layer = chosen ?? usualLayer(book) ?? book.layers.at(-1)?.name ?? ''
  const [order, setOrder] = useQueryState('order', parseAsStringLiteral(ORDERS))
  const query = { layer, ...(order && { order }) }
  const timeline = useQuery({
    queryKey: queryKeys.bookAnswer(book.name, 'timeline', query),
    queryFn: ({ signal }) => api.books.timeline(book.name, query, { signal }),
  })
  return (
    <section aria-label="Timeline">
      <fieldset className="book-filters">
        <legend className="tl-hidden-label">Choose a layer</legend>
        <FilterSelect
          name="Layer"
          value={layer}
          options={book.layers.map(({ name }) => ({ value: name, label: name }))}
          onChange={(value) => void setChosen(value)}
        />
        <FilterSelect
          name="Order"
          value={order}
          options={ORDERS.map((one) => ({ value: one, label: ORDER_NAMES[one] }))}
          onChange={(value) => void setOrder(value === 'world' ? 'world' : null)}
        />
      </fieldset>
      {timeline.isPending && (
        <Loading label="Loading the timeline">
          <SkeletonLines rows={6} tall />
        </Loading>
      )}
      {timeline.isError && (
        <ErrorState
          title="The timeline could not be loaded"
          error={timeline.error}
          retry={() => void timeline.refetch()}
        />
      )}
      {timeline.data?.items.length === 0 && (
        <EmptyState title="Nothing happened here">
          <p>This layer and those beneath it have no events.</p>
        </EmptyState>
      )}
      {timeline.data && timeline.data.items.length > 0 && (
        <ol className="book-events">
          {timeline.data.items.map((event) => (
            <li key={`${event.layer} ${event.name}`}>
              <EventCard book={book.name} event={event} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

export const EventCard = ({ book, event }: { book: string; event: BookEventAnswer }) => (
  <article className="book-event">
    <p className="book-quiet">
      {event.session === null ? 'no session' : `session ${event.session}`}
      {event.date_in_world && ` · ${event.date_in_world}`}
      {event.date_real && ` · ${event.date_real}`} · {event.layer}
    </p>
    <h2>
      <Link href={entityHref(book, event.name)} className="tl-foreign" prefetch={false}>
        {plainLine(event.name)}
      </Link>
    </h2>
    {event.involves.length > 0 && (
      <p>
        {event.involves.map(({ relationship, name }) => (
          <span key={`${relationship} ${name}`} className="book-involved">
            <span className="book-quiet tl-mono">{relationship}</span>{' '}
            <Link href={entityHref(book, name)} className="tl-link tl-foreign" prefetch={false}>
              {plainLine(name)}
            </Link>
          </span>
        ))}
      </p>
    )}
    {event.consequences.length > 0 && (
      <ul className="book-consequences">
        {event.consequences.map(({ entity, property, change, value }) => (
          <li key={`${entity} ${property} ${change} ${inLine(value)}`} className="tl-foreign">
            {plainLine(entity)}: {property} {WORDS[change]} {plainLine(inLine(value))}
          </li>
        ))}
      </ul>
    )}
  </article>
)

const WORDS = { set: 'becomes', add: 'gains', remove: 'loses', unset: 'is no more' } as const
