'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Components } from 'react-markdown'
import { Heading, Markdown, SafeLink } from '../../components/markdown/index.ts'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { entityHref } from './book-hrefs.ts'
import { partOf } from './note-part.ts'
import { NotePicture } from './note-picture.tsx'
import {
  CALLOUT_MARK,
  EMBED_MARK,
  headingId,
  noteSyntax,
  placeOf,
  WIKI_MARK,
  writtenPath,
} from './note-syntax.ts'

/** The note that a text is of, and how deep it is shown in others. */
type Note = { book: string; path: string; depth: number }
const NoteContext = createContext<Note>({ book: '', path: '', depth: 0 })

const SYNTAX = [noteSyntax]

type HastNode = { value?: string; children?: HastNode[]; properties?: Record<string, unknown> }
const wordsOf = (node: HastNode | undefined): string =>
  node?.value ?? node?.children?.map(wordsOf).join('') ?? ''
const titleOf = (node: unknown): string => {
  const title = (node as HastNode | undefined)?.properties?.['title']
  return typeof title === 'string' ? title : ''
}

/** The text of a note: links lead to the pages of entities, callouts and embeds are shown as such. */
export const NoteText = ({ book, path, text }: { book: string; path: string; text: string }) => {
  const note = useMemo(() => ({ book, path, depth: 0 }), [book, path])
  return (
    <NoteContext value={note}>
      <Markdown text={text} remark={SYNTAX} components={COMPONENTS} />
    </NoteContext>
  )
}

type LinkProps = { href: string | undefined; isWiki: boolean; children: ReactNode }

const NoteLink = ({ href, isWiki, children }: LinkProps) => {
  const { book, path } = useContext(NoteContext)
  const place = href === undefined ? undefined : placeOf(path, href, isWiki)
  if (place === undefined) return <SafeLink href={href}>{children}</SafeLink>
  const at =
    place.heading === '' || place.heading.startsWith('^') ? '' : `#${headingId(place.heading)}`
  if (place.name === '')
    return at === '' ? (
      <span>{children}</span>
    ) : (
      <a className="tl-link" href={at}>
        {children}
      </a>
    )
  return (
    <Link
      className="tl-link"
      prefetch={false}
      href={`${entityHref(book, place.name, { from: path })}${at}`}
    >
      {children}
    </Link>
  )
}

const Callout = ({ mark, children }: { mark: string; children: ReactNode }) => {
  const [kind = 'note', fold = '', ...words] = mark.split(':')
  const title = words.join(':') || `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
  if (fold === '')
    return (
      <div className="note-callout" data-kind={kind}>
        <p className="note-callout-title">{title}</p>
        {children}
      </div>
    )
  return (
    <details className="note-callout" data-kind={kind} open={fold === '+'}>
      <summary className="note-callout-title">{title}</summary>
      {children}
    </details>
  )
}

/** Notes within notes within notes are links. */
const MAX_DEPTH = 2

const Embed = ({ href, children }: { href: string; children: ReactNode }) => {
  const { book, path, depth } = useContext(NoteContext)
  const place = placeOf(path, href, true)
  const name = place?.name ?? ''
  const query = { name, ...(path !== '' && { from: path }) }
  const api = useApi()
  const found = useQuery({
    queryKey: queryKeys.bookAnswer(book, 'entity', query),
    queryFn: ({ signal }) => api.books.entity(book, query, { signal }),
    enabled: name !== '' && depth < MAX_DEPTH,
  })
  const source = found.data?.source_file ?? ''
  const inner = useMemo(() => ({ book, path: source, depth: depth + 1 }), [book, source, depth])
  return (
    <blockquote className="note-embed">
      {children}
      {found.data && (
        <NoteContext value={inner}>
          <Markdown
            text={partOf(found.data.body, place?.heading ?? '')}
            remark={SYNTAX}
            components={COMPONENTS}
          />
        </NoteContext>
      )}
    </blockquote>
  )
}

const heading =
  (level: number) =>
  ({ node, children }: { node?: unknown; children?: ReactNode }) => {
    const words = wordsOf(node as HastNode | undefined)
    return (
      <Heading level={level} id={headingId(words)}>
        {children}
      </Heading>
    )
  }

const COMPONENTS: Components = {
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  a: ({ href, node, children }) => (
    <NoteLink href={href} isWiki={[WIKI_MARK, EMBED_MARK].includes(titleOf(node))}>
      {children}
    </NoteLink>
  ),
  img: ({ src, alt }) => (
    <Picture src={typeof src === 'string' ? src : undefined} alt={alt ?? ''} />
  ),
  blockquote: ({ node, children }) => {
    const title = titleOf(node)
    if (title.startsWith(CALLOUT_MARK))
      return <Callout mark={title.slice(CALLOUT_MARK.length)}>{children}</Callout>
    if (title.startsWith(EMBED_MARK))
      return <Embed href={title.slice(EMBED_MARK.length)}>{children}</Embed>
    return <blockquote>{children}</blockquote>
  },
}

const Picture = ({ src, alt }: { src: string | undefined; alt: string }) => {
  const { book, path } = useContext(NoteContext)
  const isWiki = src?.startsWith('?note=') ?? false
  const place = src === undefined ? undefined : placeOf(path, src, isWiki)
  if (place === undefined || place.name === '')
    return <SafeLink href={src}>{`[image: ${plainLine(alt) || 'not shown'}]`}</SafeLink>
  return (
    <NotePicture
      book={book}
      note={path}
      name={isWiki ? place.name : writtenPath(src ?? '')}
      alt={alt}
    />
  )
}
