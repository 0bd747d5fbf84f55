'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BookAnswer } from '@teamlore/shared/books'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs'
import { FilterSelect } from '../../components/filters/index.ts'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { entityHref } from './book-hrefs.ts'
import { typesOf } from './book-words.ts'

/** It draws with WebGL, which only a browser has. */
const GraphCanvas = dynamic(() => import('./graph-canvas.tsx').then((one) => one.GraphCanvas), {
  ssr: false,
})

const PARSERS = {
  type: parseAsString,
  layer: parseAsString,
  around: parseAsString,
  depth: parseAsInteger.withDefault(2),
}
const MOST = 5_000

/** Who is connected with whom: the whole book, or what is near an entity. */
export const BookGraph = ({ book }: { book: BookAnswer }) => {
  const api = useApi()
  const router = useRouter()
  const [{ type, layer, around, depth }, setState] = useQueryStates(PARSERS)
  const query = {
    ...(type && { type }),
    ...(layer && { layer }),
    ...(around && { around }),
    depth: Math.min(5, Math.max(1, depth)),
    limit: MOST,
  }
  const graph = useQuery({
    queryKey: queryKeys.bookAnswer(book.name, 'graph', query),
    queryFn: ({ signal }) => api.books.graph(book.name, query, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Graph">
      <fieldset className="book-filters">
        <legend className="tl-hidden-label">Narrow the graph</legend>
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
        <FilterSelect
          name="Near"
          value={around}
          allowsOther
          options={[]}
          onChange={(value) => void setState({ around: value })}
        />
        {around !== null && (
          <FilterSelect
            name="Steps"
            value={String(depth)}
            options={['1', '2', '3', '4', '5'].map((one) => ({ value: one, label: one }))}
            onChange={(value) => void setState({ depth: Number(value ?? 2) })}
          />
        )}
      </fieldset>
      {graph.isPending && (
        <Loading label="Loading the graph">
          <SkeletonLines rows={6} tall />
        </Loading>
      )}
      {graph.isError && (
        <ErrorState
          title="The graph could not be loaded"
          error={graph.error}
          retry={() => void graph.refetch()}
        />
      )}
      {graph.data?.nodes.length === 0 && <EmptyState title="Nothing to draw" />}
      {graph.data && graph.data.nodes.length > 0 && !graph.isError && (
        <>
          <GraphCanvas
            graph={graph.data}
            onOpen={(name) => router.push(entityHref(book.name, name))}
          />
          <p className="book-quiet">
            {count(graph.data.nodes.length, 'entity', 'entities')},{' '}
            {count(graph.data.edges.length, 'relationship')}. Point at one to see its neighbours,
            click to open it.
            {graph.data.left_out > 0 &&
              ` ${graph.data.left_out} less connected ones are left out; filter to see them.`}
          </p>
        </>
      )}
    </section>
  )
}
