'use client'

import { Badge } from '../../components/ui/badge.tsx'
import { ErrorState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { useProjects } from '../projects/index.ts'
import { SettingsFrame } from './settings-frame.tsx'

/** What there is of projects, and who sees their sessions from the start. */
export const ProjectsPage = () => {
  const projects = useProjects()
  return (
    <SettingsFrame title="Projects" note="Repositories that the team works in.">
      {() => (
        <section className="settings-section" aria-label="Projects">
          {projects.isError && (
            <ErrorState title="They could not be listed" error={projects.error} />
          )}
          <ul className="settings-list">
            {projects.data?.map((project) => (
              <li key={project.id}>
                <div>
                  <p>
                    {plainLine(project.name)}{' '}
                    <Badge>
                      {project.default_visibility === 'team'
                        ? 'new sessions are for the team'
                        : 'new sessions are private'}
                    </Badge>
                  </p>
                  <p className="settings-detail">
                    {plainLine(project.remote_url ?? project.root_path ?? '')},{' '}
                    {count(project.sessions, 'session')}
                    {project.last_activity_at !== null && (
                      <>
                        , last used <TimeAgo at={project.last_activity_at} />
                      </>
                    )}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </SettingsFrame>
  )
}
