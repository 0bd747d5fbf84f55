'use client'

import { ErrorState } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { withDistinctNames } from '../projects/index.ts'
import { ProjectRow } from './project-row.tsx'
import './project-settings.css'
import { usePages } from '../../lib/use-pages.ts'
import { SettingsFrame } from './settings-frame.tsx'

/** Who sees what of the repositories that the team works in. */
export const ProjectsPage = () => {
  const api = useApi()
  const projects = usePages(queryKeys.allProjects, (query, options) =>
    api.projects.list(query, options),
  )
  const all = withDistinctNames(projects.data?.items ?? [])
  return (
    <SettingsFrame title="Projects" note="Repositories that the team works in, and who sees them.">
      {(_me, may) => (
        <section className="settings-section" aria-labelledby="settings-projects">
          <h2 id="settings-projects" className="tl-hidden-label">
            All projects
          </h2>
          <p className="settings-note">
            A project is read by the whole team, or by the members on its list alone. A private
            session is read by its owner, whatever its project is.
            {!may('projects.manage') && ' Admins of the team set this.'}
          </p>
          {projects.isError && (
            <ErrorState title="They could not be listed" error={projects.error} />
          )}
          {projects.data?.items.length === 0 && (
            <p className="settings-note">No project has a session yet.</p>
          )}
          <ul className="settings-list">
            {all.map((project) => (
              <ProjectRow key={project.id} project={project} mayEdit={may('projects.manage')} />
            ))}
          </ul>
          {projects.data?.goesOn && <p className="settings-detail">There are more.</p>}
        </section>
      )}
    </SettingsFrame>
  )
}
