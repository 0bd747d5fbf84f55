'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { FilterSelect } from '../../components/filters/index.ts'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { isNotThere, useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useProjectOptions, useProjects } from '../projects/index.ts'
import { OnboardingParts } from './onboarding-parts.tsx'
import { ScoreFigures } from './score-figures.tsx'
import './project-page.css'

const DAYS = ['7', '30', '90'] as const
const PARSERS = {
  project: parseAsString,
  days: parseAsStringLiteral(DAYS).withDefault('30'),
}

/** What is known of a project: how well, and what a person who joins it wants to know first. */
export const ProjectPage = () => {
  const [{ project: named, days }, set] = useQueryStates(PARSERS, { history: 'replace' })
  const api = useApi()
  const projects = useProjects()
  const projectOptions = useProjectOptions()
  const project = named ?? projects.data?.[0]?.id ?? ''
  const score = useQuery({
    queryKey: queryKeys.code('score', { project }),
    queryFn: ({ signal }) => api.score({ project }, { signal }),
    enabled: project !== '',
  })
  const brief = useQuery({
    queryKey: queryKeys.code('onboarding', { project, days }),
    queryFn: ({ signal }) => api.onboarding({ project, days: Number(days) }, { signal }),
    enabled: project !== '',
  })
  const failed = score.isError ? score : brief
  return (
    <div className="project-page">
      <PageTitle title="Project" />
      <PageHeader title="Project" note="How well it is known, and where to begin" />
      <search className="project-filters" aria-label="Choose the project">
        <FilterSelect
          name="Project"
          value={project}
          options={projectOptions}
          onChange={(value) => void set({ project: value })}
        />
        <FilterSelect
          name="Days"
          value={days}
          options={DAYS.map((value) => ({ value, label: count(Number(value), 'day') }))}
          onChange={(value) => void set({ days: DAYS.find((one) => one === value) ?? null })}
        />
      </search>
      {projects.data?.length === 0 && (
        <EmptyState title="No project yet">
          <p>A project is there once a session or a commit of it came in.</p>
        </EmptyState>
      )}
      {project !== '' && (score.isPending || brief.isPending) && (
        <Loading label="Loading the project">
          <SkeletonLines rows={6} tall />
        </Loading>
      )}
      {failed.isError && isNotThere(failed.error) && (
        <EmptyState title="There is no such project">
          <p>
            The link may not be whole, or the project is closed to you. Choose another one above.
          </p>
        </EmptyState>
      )}
      {failed.isError && !failed.data && !isNotThere(failed.error) && (
        <ErrorState
          title="The project could not be loaded"
          error={failed.error}
          retry={() => void failed.refetch()}
        />
      )}
      {score.data && <ScoreFigures score={score.data} />}
      {brief.data && <OnboardingParts brief={brief.data} />}
    </div>
  )
}
