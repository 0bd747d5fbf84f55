'use client'

import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BookAnswer, BookLinks } from '@teamlore/shared/books'
import Link from 'next/link'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { messageOf, useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { entityHref } from './book-hrefs.ts'

const WHO = {
  file: 'lorecraft.yaml says so; change it there.',
  page: 'This was decided here.',
  nobody: 'Nobody has decided yet.',
} as const

const wordsFor = ({ links, relationships, would_add }: BookLinks): string =>
  links
    ? `Links in texts are relationships of this lorebook: ${count(relationships, 'relationship')} come from them alone.`
    : `Links in texts are no relationships of this lorebook. They would add ${count(would_add, 'relationship')}.`

/** Whether links in texts are relationships of the book: what they would add, and the decision. */
export const BookLinksView = ({ book }: { book: BookAnswer }) => {
  const api = useApi()
  const cache = useQueryClient()
  const links = useQuery({
    queryKey: queryKeys.bookAnswer(book.name, 'links', {}),
    queryFn: ({ signal }) => api.books.links(book.name, { signal }),
  })
  const decide = useMutation({
    mutationFn: (on: boolean) => api.books.setLinks(book.name, { links: on }),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.book(book.name) }),
  })
  if (links.isPending)
    return (
      <Loading label="Loading the links">
        <SkeletonLines rows={3} tall />
      </Loading>
    )
  if (links.isError)
    return (
      <ErrorState
        title="The links could not be loaded"
        error={links.error}
        retry={() => void links.refetch()}
      />
    )
  const { data } = links
  return (
    <section aria-label="Links in texts">
      <h2>Links in texts</h2>
      <p>
        {wordsFor(data)} <span className="book-quiet">{WHO[data.decided_by]}</span>
      </p>
      {decide.isError && (
        <p role="alert" className="book-alert">
          {messageOf(decide.error)}
        </p>
      )}
      {data.decided_by !== 'file' && (
        <Button
          size="xs"
          variant={data.links ? 'default' : 'filled'}
          loading={decide.isPending}
          onClick={() => decide.mutate(!data.links)}
        >
          {data.links ? 'Leave links out' : 'Make links relationships'}
        </Button>
      )}
      {data.items.length > 0 && (
        <>
          <h3>What they would add</h3>
          <ul className="entity-relations">
            {data.items.map((one) => (
              <li key={`${one.from} ${one.to}`}>
                <Link
                  className="tl-link tl-foreign"
                  href={entityHref(book.name, one.from)}
                  prefetch={false}
                >
                  {plainLine(one.from)}
                </Link>{' '}
                <span className="book-quiet tl-mono">{one.relationship}</span>{' '}
                <Link
                  className="tl-link tl-foreign"
                  href={entityHref(book.name, one.to)}
                  prefetch={false}
                >
                  {plainLine(one.to)}
                </Link>{' '}
                <span className="book-quiet tl-foreign">
                  {plainLine(one.source_file)}:{one.line}
                </span>
              </li>
            ))}
          </ul>
          {data.would_add > data.items.length && (
            <p className="book-quiet">
              and {count(data.would_add - data.items.length, 'more', 'more')}
            </p>
          )}
        </>
      )}
    </section>
  )
}
