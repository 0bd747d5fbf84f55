'use client'

import { IconStack2 } from '@tabler/icons-react'
import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { compactNumber } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { projectHref } from './project-href.ts'
import { useProjects } from './use-projects.ts'
import './project-list.css'

const SHOWN = 12

/** The projects in the sidebar: one click narrows the page to one of them. */
export const ProjectList = () => {
  const pathname = usePathname()
  const params = useSearchParams()
  const projects = useProjects()
  const [showsAll, setShowsAll] = useState(false)
  const chosen = params.get('project')
  const all = projects.data ?? []
  const isChosen = (project: { id: string; name: string }) =>
    project.id === chosen || project.name === chosen
  const shown = showsAll ? all : all.filter((each, at) => at < SHOWN || isChosen(each))
  return (
    <nav className="project-list" aria-label="Projects">
      <p className="project-list-title">Projects</p>
      <ul>
        <li>
          <Link
            href={projectHref(pathname, params, null)}
            className="project-link"
            aria-current={chosen === null ? 'true' : undefined}
            prefetch={false}
          >
            <IconStack2 size={14} stroke={1.75} aria-hidden />
            <span className="project-name">All projects</span>
          </Link>
        </li>
        {shown.map((project) => (
          <li key={project.id}>
            <Link
              href={projectHref(pathname, params, isChosen(project) ? null : project.id)}
              className="project-link"
              aria-current={isChosen(project) ? 'true' : undefined}
              title={plainLine(project.remote_url ?? project.root_path ?? project.name)}
              prefetch={false}
            >
              <ProjectName name={project.name} />
              <span className="project-count">{compactNumber(project.sessions)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {all.length > shown.length && (
        <button type="button" className="project-more" onClick={() => setShowsAll(true)}>
          {all.length - shown.length} more
        </button>
      )}
    </nav>
  )
}

/** `owner/name` with the owner in the background. */
const ProjectName = ({ name }: { name: string }) => {
  const line = plainLine(name)
  const slash = line.lastIndexOf('/')
  return (
    <span className="project-name tl-foreign">
      {slash > 0 && <span className="project-owner">{line.slice(0, slash + 1)}</span>}
      {line.slice(slash + 1)}
    </span>
  )
}
