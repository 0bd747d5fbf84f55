'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BookAnswer, BookGraphAnswer } from '@teamlore/shared/books'
import dynamic from 'next/dynamic'
import { parseAsBoolean, parseAsInteger, parseAsString, useQueryStates } from 'nuqs'
import { useMemo, useState } from 'react'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { clustersOf, MOST_SINGLE } from './graph-clusters.ts'
import type { graphColours } from './graph-colours.ts'
import { GraphControls } from './graph-controls.tsx'
import { GraphLegend } from './graph-legend.tsx'
import { pictureOf, pictureOfClusters } from './graph-picture.ts'
import { GraphSelected } from './graph-selected.tsx'

/** It draws with WebGL, which only a browser has. */
const GraphCanvas = dynamic(() => import('./graph-canvas.tsx').then((one) => one.GraphCanvas), {
  ssr: false,
})

const PARSERS = {
  type: parseAsString,
  layer: parseAsString,
  around: parseAsString,
  depth: parseAsInteger.withDefault(1),
  all: parseAsBoolean.withDefault(false),
}
const MOST = 5_000
/** A book so small is seen at once. */
const SMALL = 60

/** Who is connected with whom: what is near one entity, or the whole book. */
export const BookGraph = ({ book }: { book: BookAnswer }) => {
  const api = useApi()
  const [state, setState] = useQueryStates(PARSERS)
  const { type, layer, depth, all } = state
  const isSmall = (book.summary['entities'] ?? 0) <= SMALL
  const isWhole = all || type !== null || layer !== null || isSmall
  const best = useQuery({
    queryKey: queryKeys.bookAnswer(book.name, 'graph', { limit: 1 }),
    queryFn: ({ signal }) => api.books.graph(book.name, { limit: 1, depth: 1 }, { signal }),
    enabled: state.around === null && !isWhole,
  })
  const around = state.around ?? (isWhole ? null : (best.data?.nodes[0]?.handle ?? null))
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
    enabled: isWhole || around !== null || best.isError || best.data?.nodes.length === 0,
  })
  return (
    <section aria-label="Graph">
      <GraphControls
        book={book}
        state={{ ...state, around }}
        isWhole={isWhole && around === null}
        onChange={(change) => void setState(change)}
      />
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
        <Picture
          book={book.name}
          graph={graph.data}
          onFocus={(handle) => void setState({ around: handle, all: null })}
          onCluster={(change) => void setState(change)}
        />
      )}
    </section>
  )
}

type Shown = {
  book: string
  graph: BookGraphAnswer
  onFocus: (handle: string) => void
  onCluster: (change: { type: string | null; layer: string }) => void
}

const Picture = ({ book, graph, onFocus, onCluster }: Shown) => {
  const [chosen, setChosen] = useState<{ graph: BookGraphAnswer; at: number }>()
  const [isSingle, setSingle] = useState(false)
  const selected = chosen?.graph === graph ? chosen.at : null
  const isClustered = graph.nodes.length > MOST_SINGLE && !isSingle
  const clustered = useMemo(() => clustersOf(graph), [graph])
  // One cluster says nothing: then its entities are drawn.
  const hasClusters = isClustered && clustered.clusters.length > 1
  const makeGraph = useMemo(
    () => (colours: ReturnType<typeof graphColours>) =>
      hasClusters ? pictureOfClusters(clustered, colours) : pictureOf(graph, colours),
    [hasClusters, clustered, graph],
  )
  const select = (at: number | null) => {
    const cluster = at === null ? undefined : clustered.clusters[at]
    if (hasClusters && cluster) onCluster({ type: cluster.type, layer: cluster.layer })
    else setChosen(at === null ? undefined : { graph, at })
  }
  const entities = count(graph.nodes.length, 'entity', 'entities')
  const relationships = count(graph.edges.length, 'relationship')
  return (
    <>
      <GraphCanvas
        makeGraph={makeGraph}
        label={`Picture of ${entities} and ${relationships}`}
        selected={hasClusters ? null : selected}
        onSelect={select}
      />
      <GraphLegend graph={graph} />
      <p className="book-quiet">
        {entities}, {relationships}.{' '}
        {hasClusters
          ? 'They are drawn by type and layer: click one to see what is in it.'
          : 'Point at one to see its relationships, click to keep them.'}{' '}
        {isClustered && hasClusters && (
          <button type="button" className="tl-link graph-plain" onClick={() => setSingle(true)}>
            Draw every entity
          </button>
        )}
        {graph.left_out > 0 &&
          ` ${graph.left_out} less connected ones are left out; filter to see them.`}
      </p>
      {selected !== null && !hasClusters && (
        <GraphSelected book={book} graph={graph} at={selected} onFocus={onFocus} />
      )}
    </>
  )
}
