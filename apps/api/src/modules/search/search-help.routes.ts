import {
  API_ROUTES,
  completionQuerySchema,
  completionResponseSchema,
  conceptsQuerySchema,
  conceptsResponseSchema,
  type SearchQuery,
  type SearchSessionsResponse,
  searchParametersSchema,
  searchSessionsResponseSchema,
} from '@teamlore/shared'
import type { FastifyReply } from 'fastify'
import { type Route, teamRoute } from '../../routing/route.ts'
import { whileAsking } from '../../routing/while-asking.ts'
import type { UseCases } from '../../use-cases.ts'
import { notesOn, parametersOf, searchBodySchema, searchIn } from './unknown-fields.ts'

type Deps = Pick<UseCases, 'searchSessions' | 'completeQuery' | 'listConcepts'>

const SESSIONS_DESCRIPTION = [
  'As a search, with sessions for results: each stands where its best hit stands, with that hit, how many of the hits',
  'are its own, and what opening it in brief costs. Filters alone list every session of which something fits, the most',
  'recently active first.',
].join(' ')

/** Other ways to come to what a search finds. */
export const searchHelpRoutes = (useCases: Deps): Route[] => [
  ...routesOfSessions(useCases),
  ...routesOfTyping(useCases),
]

const routesOfSessions = (useCases: Pick<Deps, 'searchSessions'>): Route[] => {
  const search = async (
    scope: Parameters<Deps['searchSessions']>[0],
    query: SearchQuery,
    { reply, fields }: { reply: FastifyReply; fields: Iterable<string> },
  ): Promise<SearchSessionsResponse> => {
    const found = await whileAsking(reply, (options) =>
      useCases.searchSessions(scope, query, options),
    )
    return { ...found, notes: [...notesOn(fields), ...found.notes] }
  }
  return [
    teamRoute({
      method: 'GET',
      path: API_ROUTES.searchSessions,
      id: 'searchSessions',
      needs: 'viewer',
      tag: 'Search',
      summary: 'Search for sessions',
      description: SESSIONS_DESCRIPTION,
      query: searchParametersSchema,
      answer: searchSessionsResponseSchema,
      failures: [422, 503],
      run: (scope, { query }, { reply }) =>
        search(scope, query, { reply, fields: parametersOf(reply) }),
    }),
    teamRoute({
      method: 'POST',
      path: API_ROUTES.searchSessions,
      id: 'searchSessionsByPost',
      needs: 'viewer',
      tag: 'Search',
      summary: 'Search for sessions, with the query in the body',
      description: `For questions longer than an address may be. ${SESSIONS_DESCRIPTION}`,
      body: searchBodySchema,
      answer: searchSessionsResponseSchema,
      failures: [422, 503],
      run: (scope, { body }, { reply }) =>
        search(scope, searchIn(body), { reply, fields: Object.keys(body) }),
    }),
  ]
}

const routesOfTyping = (useCases: Pick<Deps, 'completeQuery' | 'listConcepts'>): Route[] => [
  teamRoute({
    method: 'GET',
    path: API_ROUTES.completion,
    id: 'completeSearch',
    needs: 'viewer',
    tag: 'Search',
    summary: 'Complete a question',
    description: [
      'What a question that is being typed may go on with where the cursor stands: names of filters, and their values out',
      'of what the team has, as far as the asker may see it. Drawn from the newest sessions and observations, so that it',
      'comes at once. Each suggestion takes the place of `from` to `to`.',
    ].join(' '),
    query: completionQuerySchema,
    answer: completionResponseSchema,
    run: (scope, { query }, { reply }) =>
      whileAsking(reply, (options) => useCases.completeQuery(scope, query, options)),
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.concepts,
    id: 'listConcepts',
    needs: 'viewer',
    tag: 'Search',
    summary: 'List concepts',
    description:
      'What observations are about, the most frequent first, of the team or of one project. `concept:` finds what is about one.',
    query: conceptsQuerySchema,
    answer: conceptsResponseSchema,
    failures: [503],
    run: (scope, { query }, { reply }) =>
      whileAsking(reply, (options) => useCases.listConcepts(scope, query, options)),
  }),
]
