import type { UnitOfWork } from '@teamlore/db'
import type { ConceptsQuery, ConceptsResponse } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { cleanText } from '../text/clean-text.ts'
import type { SearchOptions } from './search.ts'
import { TIMEOUT_MS } from './search.types.ts'
import { FEWEST_OBSERVATIONS, WEAK_CONCEPTS } from './weak-concepts.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'searchInTeam'> }

/**
 * What the team's findings are about, the most frequent first; of one project when asked. Weak concepts are left out where
 * others are left: who names a beginning, or has no others, gets all.
 */
export const makeListConcepts =
  ({ unitOfWork }: Deps) =>
  (
    scope: TeamScope,
    { project, prefix, limit, all }: ConceptsQuery,
    { signal }: SearchOptions = {},
  ): Promise<ConceptsResponse> =>
    unitOfWork.searchInTeam(scope, { timeoutMs: TIMEOUT_MS }, async ({ search, searchValues }) => {
      signal?.throwIfAborted()
      const filter = projectFilter(project)
      const projectIds = filter === undefined ? undefined : await search.projectIds(filter)
      if (projectIds?.length === 0)
        return { items: [], left_out: 0, notes: [noSuchProject(project)] }
      const asked = { prefix: cleanText(prefix), limit, projectIds }
      const strong =
        all || asked.prefix !== ''
          ? []
          : await searchValues.conceptCounts({ ...asked, floor: FLOOR })
      const found = strong.length > 0 ? strong : await searchValues.conceptCounts(asked)
      return {
        items: found.map(({ concept, observations, last }) => ({
          concept,
          observations,
          last_at: last,
        })),
        left_out: found[0]?.leftOut ?? 0,
        notes: [],
      }
    })

const FLOOR = { observations: FEWEST_OBSERVATIONS, without: WEAK_CONCEPTS }

const noSuchProject = (project = ''): string => `There is no project "${project.slice(0, 100)}".`

export type ListConcepts = ReturnType<typeof makeListConcepts>
