import type { TeamRepositories } from '@teamlore/db'
import { type ResolvedFilters, resolveFilters } from './query/resolve-filters.ts'
import { type Outlook, weigh } from './ranking/outlook.ts'
import type { Asked } from './search.types.ts'

/** What is known of a question before any arm has searched. */
export type Prepared = { resolved: ResolvedFilters; outlook: Outlook }

/** Finds out what the filters mean and how rare the words are. */
export const prepareSearch = async (
  { search, ids }: Pick<TeamRepositories, 'search' | 'ids'>,
  {
    scope,
    query,
    typed,
    question,
    begun,
    asOf,
  }: Omit<Asked, 'embedded' | 'offset' | 'after' | 'signal'>,
): Promise<Prepared> => {
  const resolved = await resolveFilters(
    { search, ids },
    { typed: typed.filters, query, now: begun, userId: scope.userId, asOf },
  )
  return { resolved, outlook: await weigh(search, question, resolved) }
}
