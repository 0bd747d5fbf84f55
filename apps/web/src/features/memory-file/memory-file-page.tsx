'use client'

import { useQuery } from '@tanstack/react-query'
import type { MemoryFile } from '@teamlore/shared'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { CodeBlock } from '../../components/code/index.ts'
import { Markdown } from '../../components/markdown/index.ts'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading, NotFoundState } from '../../components/ui/states.tsx'
import { isNotThere, useApi } from '../../lib/api.tsx'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { MemoryFileHeader } from './memory-file-header.tsx'
import './memory-file-page.css'

/** A file in which coding tools keep instructions or notes, as it was last seen on a machine. */
export const MemoryFilePage = () => {
  const { id } = useParams<{ id: string }>()
  const api = useApi()
  const file = useQuery({
    queryKey: queryKeys.thing(id),
    queryFn: ({ signal }) => api.memoryFiles.get(id, { signal }),
  })
  if (file.isPending) {
    return (
      <Loading label="Loading the memory file">
        <PageTitle title="Memory file" />
        <SkeletonLines rows={3} />
        <SkeletonLines rows={5} tall />
      </Loading>
    )
  }
  if (file.isError && !file.data) {
    return isNotThere(file.error) ? (
      <NotFoundState title="There is no such memory file">
        <p>The link may not be whole, or the file is private to somebody else.</p>
        <Link href="/search?type=memory_file" className="tl-link">
          Search the memory files
        </Link>
      </NotFoundState>
    ) : (
      <ErrorState
        isWholePage
        title="The memory file could not be loaded"
        error={file.error}
        retry={() => void file.refetch()}
      />
    )
  }
  const { data } = file
  return (
    <article className="memory-file-page">
      <PageTitle title={shorten(plainLine(data.path), 80)} />
      <MemoryFileHeader file={data} />
      <MemoryFileText file={data} />
    </article>
  )
}

const MARKDOWN = /\.(?:md|mdc|markdown)$/i

/** Markdown as it is meant, anything else as it stands there. */
const MemoryFileText = ({ file: { path, text, is_cut } }: { file: MemoryFile }) => (
  <section aria-label="What the file says">
    {text.trim() === '' && <p className="memory-file-note">The file is empty.</p>}
    {text.trim() !== '' &&
      (MARKDOWN.test(path) ? (
        <FrontMatter text={text} />
      ) : (
        <CodeBlock code={text} label={plainLine(path)} wrap />
      ))}
    {is_cut && (
      <p className="memory-file-note">The file goes on; only its beginning was mirrored.</p>
    )}
  </section>
)

/** Rules of editors begin with settings between lines of dashes, which as Markdown would be a heading. */
const FrontMatter = ({ text }: { text: string }) => {
  const settings = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)
  return (
    <>
      {settings?.[1] !== undefined && <CodeBlock code={settings[1]} label="settings" wrap />}
      <Markdown text={text.slice(settings?.[0].length ?? 0)} />
    </>
  )
}
