'use client'

import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { SharedFile } from '@teamlore/shared/shared-code'
import Link from 'next/link'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { isNotThere, useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { stretchesOf } from './fingerprints.ts'
import { LocalBlame } from './local-blame.tsx'
import { StretchList } from './stretch-list.tsx'

type Props = { project: string; path: string }

/** The lines of a file with who wrote them, where its project shares its code; else those of a copy that somebody has. */
export const SharedBlame = ({ project, path }: Props) => {
  const api = useApi()
  const file = useInfiniteQuery({
    queryKey: queryKeys.code('shared', { project, path }),
    queryFn: ({ pageParam, signal }) =>
      api.sharedCode.file({ project, path, ...pageParam }, { signal }),
    initialPageParam: { from: 1 } as { from: number; commit?: string },
    // The rest of the file is that of the same commit.
    getNextPageParam: ({ from, lines, total, commit }) =>
      from + lines.length - 1 < total
        ? { from: from + lines.length, commit: commit.sha }
        : undefined,
    // That a project shares no code is no trouble.
    retry: false,
  })
  if (file.isPending)
    return (
      <Loading label="Loading its lines">
        <SkeletonLines rows={4} />
      </Loading>
    )
  if (file.isError && file.data === undefined)
    return (
      <>
        {isNotThere(file.error) || (
          <ErrorState title="Its shared lines could not be loaded" error={file.error} />
        )}
        <LocalBlame key={path} path={path} />
      </>
    )
  return (
    <>
      <Lines pages={file.data.pages} />
      {file.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          className="blame-more"
          loading={file.isFetchingNextPage}
          onClick={() => void file.fetchNextPage()}
        >
          Show more lines
        </Button>
      )}
    </>
  )
}

const Lines = ({ pages }: { pages: readonly SharedFile[] }) => {
  const [first] = pages
  if (first === undefined) return null
  const lines = pages.flatMap(({ lines: some, answers }) =>
    some.map(({ text, answer }) => ({
      text,
      blamed: answer === null ? undefined : answers[answer],
    })),
  )
  const stretches = stretchesOf(
    lines.map(({ text }) => text),
    lines.map(({ blamed }) => blamed),
  )
  return (
    <section aria-labelledby="code-file-lines">
      <h2 id="code-file-lines">Its lines, and who wrote them</h2>
      <p className="code-file-note">
        This project shares its code. {count(first.total, 'line')}, as of{' '}
        <Link href={`/commits/${first.commit.id}`} className="tl-link tl-foreign" prefetch={false}>
          <span className="tl-mono">{first.commit.sha.slice(0, 8)}</span>{' '}
          {plainLine(first.commit.subject)}
        </Link>
        .{!first.is_whole && ' Earlier commits were not shared, so lines may be missing.'}
      </p>
      <StretchList stretches={stretches} />
    </section>
  )
}
