import type { UnitOfWork } from '@teamlore/db'
import type { ConceptsQuery, ConceptsResponse } from '@teamlore/shared'
import { projectFilter } from '../projects/project-identity.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { cleanText } from './documents/clean-text.ts'
import type { SearchOptions } from './search.ts'
import { TIMEOUT_MS } from './search.types.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'searchInTeam'> }

/** What the team's findings are about, the most frequent first; of one project when asked. */
export const makeListConcepts =
  ({ unitOfWork }: Deps) =>
  (
    scope: TeamScope,
    { project, prefix, limit }: ConceptsQuery,
    { signal }: SearchOptions = {},
  ): Promise<ConceptsResponse> =>
    unitOfWork.searchInTeam(scope, { timeoutMs: TIMEOUT_MS }, async ({ search, searchValues }) => {
      signal?.throwIfAborted()
      const filter = projectFilter(project)
      const projectIds = filter === undefined ? undefined : await search.projectIds(filter)
      if (projectIds?.length === 0) return { items: [], notes: [noSuchProject(project)] }
      const found = await searchValues.conceptCounts({
        prefix: cleanText(prefix),
        limit,
        projectIds,
      })
      return {
        items: found.map(({ concept, observations, last }) => ({
          concept,
          observations,
          last_at: last,
        })),
        notes: [],
      }
    })

const noSuchProject = (project = ''): string => `There is no project "${project.slice(0, 100)}".`

export type ListConcepts = ReturnType<typeof makeListConcepts>
