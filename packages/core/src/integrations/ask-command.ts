import type { AnchoredMemory, UnitOfWork } from '@teamlore/db'
import { searchQuerySchema } from '@teamlore/shared'
import { grantEverybodyScope } from '../identity/teams/team-scope.ts'
import type { makeSearch } from '../search/search.ts'
import type { AskedCommand } from './asked-command.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  search: ReturnType<typeof makeSearch>
}

const MAX_SHOWN = 5
/** Of the best so many it is asked which may be said. */
const MAX_FOUND = 20

/**
 * The search of `lore search` for memories of the project, as everybody finds them who reads its repository: what the search finds is
 * asked for again as what may be said there, so that each of the two is enough. Where nothing has anything of the question, nothing
 * is said in its place.
 */
export const foundFor = async (
  { unitOfWork, search }: Deps,
  { integration, project }: AskedCommand,
  question: string,
): Promise<AnchoredMemory[]> => {
  const scope = grantEverybodyScope(integration.teamId, project.id)
  const query = searchQuerySchema.safeParse({
    q: question,
    type: 'memory',
    project: project.id,
    limit: MAX_FOUND,
  })
  if (!query.success) return []
  const { items, nothing_known } = await search(scope, query.data)
  if (nothing_known === true) return []
  const ids = items.filter(({ kind }) => kind === 'memory').map(({ id }) => id)
  const open = await unitOfWork.inTeam(scope, ({ why }) => why.sayable(project.id, ids))
  return ids.flatMap((id) => open.find((memory) => memory.id === id) ?? []).slice(0, MAX_SHOWN)
}
