'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Project } from '@teamlore/shared'
import Link from 'next/link'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { ProjectAccess } from './project-access.tsx'
import { ProjectForm } from './project-form.tsx'
import { badgesOf, wantedOf } from './project-words.ts'

/** One project, and on demand who sees it. */
export const ProjectRow = ({ project, mayEdit }: { project: Project; mayEdit: boolean }) => {
  const [isOpen, setOpen] = useState(false)
  const name = plainLine(project.name)
  return (
    <li>
      <div>
        <p>
          {name}{' '}
          <span className="settings-badges">
            {badgesOf(project).map((word) => (
              <Badge key={word}>{word}</Badge>
            ))}
          </span>
        </p>
        <p className="settings-detail">
          {plainLine(project.remote_url ?? project.root_path ?? '')}
          {project.is_closed_to_you || `, ${count(project.sessions, 'session')}`}
          {project.last_activity_at !== null && (
            <>
              , last used <TimeAgo at={project.last_activity_at} />
            </>
          )}
          {project.is_closed_to_you || (
            <>
              {' · '}
              <Link href={`/settings/projects/${project.id}/agents-md`} className="tl-link">
                AGENTS.md<span className="tl-hidden-label"> of {name}</span>
              </Link>
            </>
          )}
          {' · '}
          <Link href={`/settings/projects/${project.id}/retention`} className="tl-link">
            Retention<span className="tl-hidden-label"> of {name}</span>
          </Link>
          {' · '}
          <Link href={`/settings/projects/${project.id}/holdout`} className="tl-link">
            Holdout<span className="tl-hidden-label"> of {name}</span>
          </Link>
        </p>
      </div>
      <Button
        size="xs"
        variant="default"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Close' : 'Who sees'} ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Close' : 'Who sees it'}
      </Button>
      {isOpen && <ProjectPanel id={project.id} mayEdit={mayEdit} />}
    </li>
  )
}

const ProjectPanel = ({ id, mayEdit }: { id: string; mayEdit: boolean }) => {
  const api = useApi()
  const project = useQuery({
    queryKey: queryKeys.project(id),
    queryFn: ({ signal }) => api.projects.get(id, { signal }),
  })
  if (project.isPending)
    return (
      <div className="project-panel">
        <Loading label="Who sees it">
          <SkeletonLines rows={4} />
        </Loading>
      </div>
    )
  if (project.isError)
    return (
      <div className="project-panel">
        <ErrorState title="It could not be loaded" error={project.error} />
      </div>
    )
  const { data } = project
  if (data.follows !== null)
    return (
      <p className="project-panel settings-note">
        A folder of {plainLine(data.follows.name)}, which keeps its worktrees apart. Who sees it is
        set there, for both.
      </p>
    )
  return (
    <div className="project-panel">
      {data.is_closed_to_you && (
        <p className="settings-note">
          You are not on its list: you see its name and these settings, and nothing that is in it.
          If you put yourself on the list, everybody on it sees that you did.
        </p>
      )}
      {/* What was changed meanwhile, by whomever, is what the form begins with. */}
      <ProjectForm key={JSON.stringify(wantedOf(data))} project={data} mayEdit={mayEdit} />
      <ProjectAccess project={data} mayEdit={mayEdit} />
    </div>
  )
}
