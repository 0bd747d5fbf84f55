'use client'

import { queryOptions, useQuery } from '@tanstack/react-query'
import type { LoreClient } from '@teamlore/shared'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { withDistinctNames } from './distinct-names.ts'

const projectsOf = (api: LoreClient) =>
  queryOptions({
    queryKey: queryKeys.projects,
    queryFn: ({ signal }) => api.projects.list({ limit: 200 }, { signal }),
  })

/** The team's projects under distinct names, those with the newest work first. */
export const useProjects = () => {
  const api = useApi()
  return useQuery({
    ...projectsOf(api),
    select: ({ items }) =>
      withDistinctNames(items).sort((a, b) =>
        (b.last_activity_at ?? '').localeCompare(a.last_activity_at ?? ''),
      ),
  })
}

/** Those that one sees, as a filter or a form offers them. */
export const useProjectOptions = (): { value: string; label: string }[] =>
  (useProjects().data ?? []).map(({ id, name }) => ({ value: id, label: plainLine(name) }))

/** Their names as the server has them, which is what is typed to confirm something; two may have the same. */
export const useProjectNames = (): ReadonlyMap<string, string> => {
  const projects = useQuery(projectsOf(useApi())).data
  return new Map(projects?.items.map(({ id, name }) => [id, name]))
}
