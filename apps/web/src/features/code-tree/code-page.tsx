'use client'

import Link from 'next/link'
import { parseAsString, useQueryStates } from 'nuqs'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { CodeFilePage } from '../code-file/index.ts'
import { useProjects } from '../projects/index.ts'
import { CodeTree } from './code-tree.tsx'
import './code-tree.css'

const PARSERS = { project: parseAsString.withDefault(''), path: parseAsString.withDefault('') }

/** The code of the team: its projects, the folders of one, a file. */
export const CodePage = () => {
  const [{ project, path }] = useQueryStates(PARSERS)
  if (path !== '') return <CodeFilePage />
  return project === '' ? <Projects /> : <CodeTree key={project} project={project} />
}

const Projects = () => {
  const projects = useProjects()
  if (projects.isPending)
    return (
      <Loading label="Loading projects">
        <PageTitle title="Code" />
        <SkeletonLines rows={6} />
      </Loading>
    )
  if (projects.isError && !projects.data)
    return (
      <ErrorState
        isWholePage
        title="The projects could not be loaded"
        error={projects.error}
        retry={() => void projects.refetch()}
      />
    )
  return (
    <article className="code-tree-page">
      <PageTitle title="Code" />
      <h1 className="code-tree-title">Code</h1>
      <p className="code-tree-note">Which project?</p>
      {projects.data.length === 0 && (
        <EmptyState title="No project has a session yet">
          <p>
            <code>lore import</code> sends what is on this machine.
          </p>
        </EmptyState>
      )}
      <ul className="code-tree-list">
        {projects.data.map(({ id, name, sessions, shares_code }) => (
          <li key={id} className="code-tree-row">
            <Link
              href={`/code?${new URLSearchParams({ project: id })}`}
              className="tl-link tl-foreign"
              prefetch={false}
            >
              {plainLine(name)}
            </Link>
            <span className="code-tree-says">
              {count(sessions, 'session')}
              {shares_code && ', shares its code'}
            </span>
          </li>
        ))}
      </ul>
    </article>
  )
}
