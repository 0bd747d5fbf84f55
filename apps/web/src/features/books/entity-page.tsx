'use client'

import { useQuery } from '@tanstack/react-query'
import type { BookEntityAnswer } from '@teamlore/shared/books'
import Link from 'next/link'
import { useParams, useSearchParams } from 'next/navigation'
import { Badge } from '../../components/ui/badge.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading, NotFoundState } from '../../components/ui/states.tsx'
import { isNotThere, useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { bookHref, entityHref } from './book-hrefs.ts'
import './books.css'
import { EntityEdit } from './entity-edit.tsx'
import { EntityMentions } from './entity-mentions.tsx'
import { EntityRelations } from './entity-relations.tsx'
import { EntityState } from './entity-state.tsx'
import { NoteText } from './note-text.tsx'

/** One entity: what its note says, what it is connected with, what became of it, and who speaks of it. */
export const EntityPage = () => {
  const params = useParams<{ book: string }>()
  const book = decodeURIComponent(params.book)
  const asked = useSearchParams()
  const name = asked.get('name') ?? ''
  const from = asked.get('from')
  const query = { name, ...(from !== null && { from }) }
  const api = useApi()
  const entity = useQuery({
    queryKey: queryKeys.bookAnswer(book, 'entity', query),
    queryFn: ({ signal }) => api.books.entity(book, query, { signal }),
  })
  if (entity.isPending)
    return (
      <Loading label="Loading the entity">
        <PageTitle title="Entity" />
        <SkeletonLines rows={5} tall />
      </Loading>
    )
  if (entity.isError)
    return isNotThere(entity.error) ? (
      <NotFoundState title="There is no such entity">
        <Link href={bookHref(book)} className="tl-link">
          Entities of the lorebook
        </Link>
      </NotFoundState>
    ) : (
      <ErrorState
        isWholePage
        title="The entity could not be loaded"
        error={entity.error}
        retry={() => void entity.refetch()}
      />
    )
  const { data } = entity
  return (
    <article className="books-page entity-page">
      <PageTitle title={plainLine(data.name)} />
      <EntityHeader book={book} entity={data} />
      <EntityEdit book={book} entity={data} />
      {data.body.trim() !== '' && (
        <section aria-label="What the note says" className="entity-text">
          <NoteText book={book} path={data.source_file ?? ''} text={data.body} />
        </section>
      )}
      <EntityState book={book} name={data.handle} />
      <EntityRelations book={book} name={data.handle} />
      {data.mentioned_by.length > 0 && (
        <section aria-label="Backlinks">
          <h2>Linked from</h2>
          <p>
            {data.mentioned_by.map((one) => (
              <Link
                key={one}
                href={entityHref(book, one)}
                className="tl-link tl-foreign book-involved"
              >
                {plainLine(one)}
              </Link>
            ))}
          </p>
        </section>
      )}
      <EntityMentions names={[data.name, ...data.aliases]} />
    </article>
  )
}

const EntityHeader = ({ book, entity }: { book: string; entity: BookEntityAnswer }) => (
  <header className="entity-header">
    <nav aria-label="Where this is" className="book-quiet">
      <Link href="/books">Lorebooks</Link> /{' '}
      <Link href={bookHref(book)} className="tl-foreign">
        {plainLine(book)}
      </Link>
    </nav>
    <h1 className="tl-foreign" dir="auto">
      {plainLine(entity.name)}
    </h1>
    <p className="entity-badges">
      <Badge tone="accent">{entity.type ?? 'unknown'}</Badge>
      <Badge>{entity.layer}</Badge>
      {entity.source_file === null && <Badge tone="wait">no file yet</Badge>}
      {entity.stale !== null && <Badge tone="error">last good version</Badge>}
      {entity.tags.map((tag) => (
        <Badge key={tag} tone="human">
          {plainLine(tag)}
        </Badge>
      ))}
    </p>
    {entity.stale !== null && (
      <p className="book-note tl-foreign" role="note">
        {plainLine(entity.source_file ?? '')}, line {entity.stale.line}:{' '}
        {plainLine(entity.stale.message)} This is what the file said before.
      </p>
    )}
    {entity.aliases.length > 0 && (
      <p className="book-quiet tl-foreign">also {entity.aliases.map(plainLine).join(', ')}</p>
    )}
    {entity.source_file !== null && (
      <p className="book-quiet">
        from <span className="tl-mono tl-foreign">{plainLine(entity.source_file)}</span> ·{' '}
        <Link
          className="tl-link"
          href={`${bookHref(book, 'graph')}&${new URLSearchParams({ around: entity.handle })}`}
        >
          in the graph
        </Link>
      </p>
    )}
  </header>
)
