'use client'

import { useQuery } from '@tanstack/react-query'
import type { BookEntityAnswer } from '@teamlore/shared/books'
import Link from 'next/link'
import { useParams, useSearchParams } from 'next/navigation'
import { Markdown } from '../../components/markdown/index.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading, NotFoundState } from '../../components/ui/states.tsx'
import { isNotThere, useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { bookHref, entityHref } from './book-hrefs.ts'
import './books.css'
import { EntityMentions } from './entity-mentions.tsx'
import { EntityRelations } from './entity-relations.tsx'
import { EntityState } from './entity-state.tsx'

/** One entity: what its note says, what it is connected with, what became of it, and who speaks of it. */
export const EntityPage = () => {
  const params = useParams<{ book: string }>()
  const book = decodeURIComponent(params.book)
  const name = useSearchParams().get('name') ?? ''
  const api = useApi()
  const entity = useQuery({
    queryKey: queryKeys.bookAnswer(book, 'entity', { name }),
    queryFn: ({ signal }) => api.books.entity(book, { name }, { signal }),
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
      {data.body.trim() !== '' && (
        <section aria-label="What the note says" className="entity-text">
          <Markdown text={withLinks(book, data.body)} />
        </section>
      )}
      <EntityState book={book} name={data.name} />
      <EntityRelations book={book} name={data.name} />
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

const WIKI_LINK = /!?\[\[([^[\]|#^\n]+)(?:[#^][^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/gu

/** Wiki links lead to the pages of their entities; Markdown knows no such links. */
const withLinks = (book: string, body: string): string =>
  body.replace(WIKI_LINK, (_, target: string, shown?: string) => {
    const name = target.split('/').at(-1)?.trim() ?? target
    const text = (shown ?? target).replace(/[\\[\]]/gu, '\\$&')
    return `[${text}](${entityHref(book, name).replace(/[()]/gu, encodeURIComponent)})`
  })

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
          href={`${bookHref(book, 'graph')}&${new URLSearchParams({ around: entity.name })}`}
        >
          in the graph
        </Link>
      </p>
    )}
  </header>
)
