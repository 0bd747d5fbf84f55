'use client'

import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BookAnswer, BookGenerations } from '@teamlore/shared/books'
import { errorWords } from '../../components/ui/error-words.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { bookPlace } from './book-words.ts'

type Generation = BookGenerations['items'][number]

const whatChanged = ({ summary, restores }: Generation): string => {
  if (restores !== null) return `restored generation ${restores}`
  const changes = ['created', 'updated', 'deleted', 'renamed'].flatMap((name) =>
    (summary[name] ?? 0) > 0 ? [`${summary[name]} ${name}`] : [],
  )
  return changes.join(', ') || 'no entity changed'
}

/** What the last ingests made of a book; each of them can be restored. */
export const BookHistory = ({ book }: { book: BookAnswer }) => {
  const api = useApi()
  const cache = useQueryClient()
  const kept = useQuery({
    queryKey: queryKeys.bookAnswer(book.name, 'generations', {}),
    queryFn: ({ signal }) => api.books.generations(book.name, { signal }),
  })
  const undo = useMutation({
    mutationFn: (generation: number) => api.books.undo(book.name, { generation }),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.book(book.name) }),
  })
  if (kept.isPending)
    return (
      <Loading label="Loading the history">
        <SkeletonLines rows={4} tall />
      </Loading>
    )
  if (kept.isError)
    return (
      <ErrorState
        title="The history could not be loaded"
        error={kept.error}
        retry={() => void kept.refetch()}
      />
    )
  return (
    <section aria-label="History">
      {undo.isError && (
        <p role="alert" className="book-alert">
          {errorWords(undo.error)}
        </p>
      )}
      {undo.data && (
        <p role="status" className="book-note">
          Generation {undo.data.restored} is restored. The files are as they were: bring them up to
          date before the next ingest.
        </p>
      )}
      <ul className="book-proposals">
        {kept.data.items.map((one) => (
          <li key={one.generation}>
            <p>
              <strong>Generation {one.generation}</strong>, <TimeAgo at={one.made_at} />
              {one.made_by !== null && <> by {plainLine(one.made_by.name)}</>}
            </p>
            <p className="book-quiet">
              {count(one.summary['entities'] ?? 0, 'entity', 'entities')}, {whatChanged(one)}
              {one.from !== null && <span className="tl-foreign"> · {bookPlace(one.from)}</span>}
            </p>
            <p className="book-decide">
              {one.is_current ? (
                <span>as it is now</span>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Restore generation ${one.generation}`}
                  loading={undo.isPending && undo.variables === one.generation}
                  disabled={undo.isPending}
                  onClick={() => undo.mutate(one.generation)}
                >
                  Restore
                </Button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
