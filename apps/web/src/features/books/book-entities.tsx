'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BookAnswer, BookHits } from '@teamlore/shared/books'
import Link from 'next/link'
import { parseAsString, useQueryStates } from 'nuqs'
import { FilterSelect } from '../../components/filters/index.ts'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { entityHref } from './book-hrefs.ts'
import { typesOf } from './book-words.ts'

const SHOWN = 500
const PARSERS = { q: parseAsString, type: parseAsString, layer: parseAsString }

const asListed = (hit: BookHits['items'][number]) => ({
  ...hit,
  is_placeholder: hit.source_file === null,
  is_stale: false,
})

/** Entities by type and layer, or those that words find. */
export const BookEntities = ({ book }: { book: BookAnswer }) => {
  const api = useApi()
  const [{ q, type, layer }, setState] = useQueryStates(PARSERS)
  // What a what-if layer says of an entity is its state there.
  const restated = new Set(book.layers.filter((one) => one.overrides).map(({ name }) => name))
  const filter = { ...(type && { type }), ...(layer && { layer }) }
  const words = q?.trim() ?? ''
  const found = useQuery({
    queryKey: queryKeys.bookAnswer(book.name, 'entities', { ...filter, words }),
    queryFn: async ({ signal }) => {
      if (words === '') {
        const { items } = await api.books.entities(book.name, filter, { signal })
        return items.map((one) => ({ ...one, snippet: null }))
      }
      const { items } = await api.books.search(
        book.name,
        { query: words, ...filter, limit: 100 },
        { signal },
      )
      return items.map(asListed)
    },
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Entities">
      <fieldset className="book-filters">
        <legend className="tl-hidden-label">Narrow the entities</legend>
        <input
          className="book-search"
          type="search"
          placeholder="Search names, tags and texts"
          aria-label="Search names, tags and texts"
          maxLength={1000}
          value={q ?? ''}
          onChange={(event) => void setState({ q: event.currentTarget.value || null })}
        />
        <FilterSelect
          name="Type"
          value={type}
          options={typesOf(book).map(({ name }) => ({ value: name, label: name }))}
          onChange={(value) => void setState({ type: value })}
        />
        <FilterSelect
          name="Layer"
          value={layer}
          options={book.layers.map(({ name }) => ({ value: name, label: name }))}
          onChange={(value) => void setState({ layer: value })}
        />
      </fieldset>
      {found.isPending && (
        <Loading label="Loading the entities">
          <SkeletonLines rows={6} />
        </Loading>
      )}
      {found.isError && (
        <ErrorState
          title="The entities could not be loaded"
          error={found.error}
          retry={() => void found.refetch()}
        />
      )}
      {found.data?.length === 0 && <EmptyState title="No entity fits" />}
      {found.data && found.data.length > 0 && (
        <ul className="entity-list" aria-busy={found.isPlaceholderData}>
          {found.data.slice(0, SHOWN).map((one) => (
            <li key={`${one.layer} ${one.handle}`}>
              <Link
                href={entityHref(book.name, one.handle, {
                  layer: restated.has(one.layer) ? one.layer : undefined,
                })}
                className="entity-link"
                prefetch={false}
              >
                <span className="tl-foreign">{plainLine(one.name)}</span>
                <span className="book-quiet">
                  {one.type ?? 'unknown'} · {one.layer}
                  {one.handle !== one.name && ` · ${plainLine(one.handle)}`}
                  {one.is_placeholder && ' · no file yet'}
                  {one.is_stale && ' · last good version, its file cannot be read'}
                </span>
              </Link>
              {one.snippet !== null && <Snippet text={one.snippet} />}
            </li>
          ))}
        </ul>
      )}
      {found.data && found.data.length > SHOWN && (
        <p className="book-quiet">
          {found.data.length - SHOWN} more; search or filter to see them.
        </p>
      )}
    </section>
  )
}

/** Matches stand between pairs of stars. */
const Snippet = ({ text }: { text: string }) => (
  <p className="entity-snippet tl-foreign">
    {plainLine(text)
      .split('**')
      .map((part, at) => {
        const key = `${at} ${part}`
        return at % 2 === 1 ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>
      })}
  </p>
)
