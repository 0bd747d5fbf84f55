'use client'

import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BookAnswer } from '@teamlore/shared/books'
import Link from 'next/link'
import { CommandLine } from '../../components/ui/command-line.tsx'
import { errorWords } from '../../components/ui/error-words.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { entityHref } from './book-hrefs.ts'

const FINDERS = {
  names: 'by names in its text',
  memories: 'by names in',
  model: 'read by the language model',
} as const

const useProposals = (book: string) => {
  const api = useApi()
  return useQuery({
    queryKey: queryKeys.bookAnswer(book, 'proposals', {}),
    queryFn: ({ signal }) => api.books.proposals(book, {}, { signal }),
  })
}

/** How many wait for a decision; nothing where none does. */
export const OpenProposals = ({ book }: { book: string }) => {
  const open = useProposals(book).data?.items.filter(({ state }) => state === 'open').length ?? 0
  return open === 0 ? null : <span className="book-count">{open}</span>
}

/** Relationships that texts suggest and no note says: a person decides, and `lore book apply` writes them down. */
export const BookProposals = ({ book }: { book: BookAnswer }) => {
  const api = useApi()
  const cache = useQueryClient()
  const key = queryKeys.bookAnswer(book.name, 'proposals', {})
  const proposals = useProposals(book.name)
  const decide = useMutation({
    mutationFn: (decision: { id: string; decision: Decided }) =>
      api.books.decide(book.name, decision),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  })
  if (proposals.isPending)
    return (
      <Loading label="Loading the proposals">
        <SkeletonLines rows={4} tall />
      </Loading>
    )
  if (proposals.isError)
    return (
      <ErrorState
        title="The proposals could not be loaded"
        error={proposals.error}
        retry={() => void proposals.refetch()}
      />
    )
  const { items } = proposals.data
  const confirmed = items.filter(({ state }) => state === 'confirmed').length
  if (items.length === 0)
    return (
      <EmptyState title="Nothing to decide">
        <p>No text names an entity that its note is not connected with.</p>
      </EmptyState>
    )
  return (
    <section aria-label="Proposals">
      {decide.isError && (
        <p role="alert" className="book-alert">
          {errorWords(decide.error)}
        </p>
      )}
      {confirmed > 0 && (
        <div className="book-note">
          <p>{confirmed} confirmed. Write them into the notes, in the folder of the book:</p>
          <CommandLine command="lore book apply" />
        </div>
      )}
      <ul className="book-proposals">
        {items.map(({ id, from, to, field, quote, source_file, proposed_by, found_in, state }) => (
          <li key={id}>
            <p>
              <Link
                href={entityHref(book.name, from)}
                className="tl-link tl-foreign"
                prefetch={false}
              >
                {plainLine(from)}
              </Link>{' '}
              <span className="book-quiet tl-mono">{field}</span>{' '}
              <Link
                href={entityHref(book.name, to)}
                className="tl-link tl-foreign"
                prefetch={false}
              >
                {plainLine(to)}
              </Link>
            </p>
            <blockquote className="tl-foreign">{plainLine(quote)}</blockquote>
            <p className="book-quiet">
              <span className="tl-mono tl-foreign">{plainLine(source_file)}</span>,{' '}
              {FINDERS[proposed_by]}
              {found_in !== null && (
                <>
                  {' '}
                  <Link href={found_in.url} className="tl-link" prefetch={false}>
                    {found_in.id.startsWith('mem_') ? 'a memory' : 'a finding'}
                  </Link>
                </>
              )}
            </p>
            <Decision
              state={state}
              about={plainLine(`${from} ${field} ${to}`)}
              decide={(decision) => decide.mutate({ id, decision })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Decided = 'confirmed' | 'rejected' | 'open'
type DecisionProps = { state: Decided; about: string; decide: (decision: Decided) => void }

const Decision = ({ state, about, decide }: DecisionProps) => (
  <p className="book-decide">
    {state === 'open' ? (
      <>
        <Button size="xs" aria-label={`Confirm: ${about}`} onClick={() => decide('confirmed')}>
          Confirm
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={`Reject: ${about}`}
          onClick={() => decide('rejected')}
        >
          Reject
        </Button>
      </>
    ) : (
      <>
        <span>{state}</span>
        <Button
          size="xs"
          variant="default"
          aria-label={`Undo: ${about}`}
          onClick={() => decide('open')}
        >
          Undo
        </Button>
      </>
    )}
  </p>
)
