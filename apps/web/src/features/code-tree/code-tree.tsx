'use client'

import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CodeFolder } from '@teamlore/shared/code'
import Link from 'next/link'
import { useState } from 'react'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { CodeFailure } from '../code-file/code-failure.tsx'
import { useProjects } from '../projects/index.ts'
import { heatInWords, heatOf } from './heat.ts'

type Item = CodeFolder['items'][number]

const useFolder = (project: string, path: string, isOpen = true) => {
  const api = useApi()
  return useQuery({
    queryKey: queryKeys.code('folder', { project, path }),
    queryFn: ({ signal }) =>
      api.codeGraph.folder({ project, ...(path === '' ? {} : { path }) }, { signal }),
    enabled: isOpen,
  })
}

/** Nobody shares code without knowing it. */
const SharesCode = ({ id }: { id: string }) =>
  useProjects().data?.find((one) => one.id === id)?.shares_code ? (
    <p className="code-tree-note">
      This project shares its code: the text of lines that commits add is sent to this server,
      without secrets, and shown to whoever reads the project.
    </p>
  ) : null

/** The folders of a project, each with how much is known of what lies in it; what is opened is loaded then. */
export const CodeTree = ({ project }: { project: string }) => {
  const root = useFolder(project, '')
  if (root.isPending)
    return (
      <Loading label="Loading the code of the project">
        <PageTitle title="Code" />
        <SkeletonLines rows={8} />
      </Loading>
    )
  if (root.isError && !root.data)
    return (
      <CodeFailure
        title="The code of the project could not be loaded"
        error={root.error}
        retry={() => void root.refetch()}
      />
    )
  const { project: named, items, days, left_out } = root.data
  const name = plainLine(named.name)
  return (
    <article className="code-tree-page">
      <PageTitle title={`Code of ${name}`} />
      <h1 className="code-tree-title tl-foreign">{name}</h1>
      <p className="code-tree-note">
        Memories about each place that hold, and sessions that wrote commits there in the last{' '}
        {count(days, 'day')}.
      </p>
      <SharesCode id={named.id} />
      {items.length === 0 ? (
        <EmptyState title="The code of this project is not known yet">
          <p>
            <code>lore graph build</code> reports its files, <code>lore link --backfill</code> of
            its commits.
          </p>
        </EmptyState>
      ) : (
        <Folder items={items} leftOut={left_out} project={project} />
      )}
    </article>
  )
}

const Folder = ({
  items,
  leftOut,
  project,
}: {
  items: readonly Item[]
  leftOut: number
  project: string
}) => (
  <ul className="code-tree-list">
    {items.map((item) => (
      <Row key={item.path} item={item} heat={heatOf(item, items)} project={project} />
    ))}
    {leftOut > 0 && (
      <li className="code-tree-note">{count(leftOut, 'more entry', 'more entries')}</li>
    )}
  </ul>
)

const Row = ({ item, heat, project }: { item: Item; heat: number; project: string }) => {
  const [isOpen, setOpen] = useState(false)
  const name = plainLine(item.name)
  return (
    <li>
      <div className="code-tree-row">
        <span className="code-tree-heat" data-heat={heat} aria-hidden />
        {item.kind === 'folder' ? (
          <button
            type="button"
            className="code-tree-folder tl-foreign"
            aria-expanded={isOpen}
            onClick={() => setOpen((before) => !before)}
          >
            <IconChevronRight size={14} stroke={1.75} aria-hidden />
            {name}/
          </button>
        ) : (
          <Link
            href={`/code?${new URLSearchParams({ project, path: item.path })}`}
            className="code-tree-file tl-foreign"
            prefetch={false}
          >
            {name}
          </Link>
        )}
        <span className="code-tree-says">
          {heatInWords(item)}
          {item.kind === 'folder' && (
            <span className="code-tree-files"> · {count(item.files, 'file')}</span>
          )}
        </span>
      </div>
      {isOpen && <Opened path={item.path} project={project} />}
    </li>
  )
}

const Opened = ({ path, project }: { path: string; project: string }) => {
  const folder = useFolder(project, path)
  if (folder.isPending)
    return (
      <Loading label={`Loading ${plainLine(path)}`}>
        <SkeletonLines rows={2} />
      </Loading>
    )
  if (folder.isError && !folder.data)
    return (
      <ErrorState
        title="The folder could not be loaded"
        error={folder.error}
        retry={() => void folder.refetch()}
      />
    )
  return <Folder items={folder.data.items} leftOut={folder.data.left_out} project={project} />
}
