import {
  API_ROUTES,
  completionQuerySchema,
  completionResponseSchema,
  conceptsQuerySchema,
  conceptsResponseSchema,
  searchQuerySchema,
  searchSessionsResponseSchema,
} from '@teamlore/shared'
import { type Route, teamRoute } from '../../routing/route.ts'
import { whileAsking } from '../../routing/while-asking.ts'
import type { UseCases } from '../../use-cases.ts'
import { questionRoutes } from './question-routes.ts'

type Deps = Pick<UseCases, 'searchSessions' | 'completeQuery' | 'listConcepts'>

/** Other ways to come to what a search finds. */
export const searchHelpRoutes = ({
  searchSessions,
  completeQuery,
  listConcepts,
}: Deps): Route[] => [
  ...questionRoutes({
    path: API_ROUTES.searchSessions,
    id: 'searchSessions',
    summary: 'Search for sessions',
    description: [
      'As a search, with sessions for results: each stands where its best hit stands, with that hit, how many of the hits',
      'are its own, and what opening it in brief costs. Filters alone list every session of which something fits, the most',
      'recently active first.',
    ].join(' '),
    fields: searchQuerySchema,
    answer: searchSessionsResponseSchema,
    failures: [422, 503],
    run: searchSessions,
  }),
  ...questionRoutes({
    path: API_ROUTES.completion,
    id: 'completeSearch',
    summary: 'Complete a question',
    description: [
      'What a question that is being typed may go on with where the cursor stands: names of filters, and their values out',
      'of what the team has, as far as the asker may see it. Drawn from the newest sessions and observations, so that it',
      'comes at once. Each suggestion takes the place of `from` to `to`.',
    ].join(' '),
    fields: completionQuerySchema,
    answer: completionResponseSchema,
    run: completeQuery,
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.concepts,
    id: 'listConcepts',
    needs: 'viewer',
    tag: 'Search',
    summary: 'List concepts',
    description:
      'What observations are about, the most frequent first, of the team or of one project. Weak ones (of one observation, numbers, words that every program or path has) are left out and counted, unless a `prefix` or `all` asks for them or there are no others. `concept:` finds what is about one.',
    query: conceptsQuerySchema,
    answer: conceptsResponseSchema,
    failures: [503],
    run: (scope, { query }, { reply }) =>
      whileAsking(reply, (options) => listConcepts(scope, query, options)),
  }),
]
