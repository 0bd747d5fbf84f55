import {
  API_ROUTES,
  contextQuerySchema,
  contextResponseSchema,
  recordsQuerySchema,
  recordsResponseSchema,
  type SearchQuery,
  type SearchResponse,
  searchParametersSchema,
  searchResponseSchema,
} from '@teamlore/shared'
import type { FastifyReply } from 'fastify'
import type { Metrics } from '../../plugins/metrics.ts'
import { type Route, teamRoute } from '../../routing/route.ts'
import { whileAsking } from '../../routing/while-asking.ts'
import type { UseCases } from '../../use-cases.ts'
import { notesOn, parametersOf, searchBodySchema, searchIn } from './unknown-fields.ts'

type Deps = Pick<UseCases, 'search' | 'getContext' | 'getRecords'>

const SEARCH_DESCRIPTION = [
  'Finds what bears on a question in everything the team may see, by words, by meaning and by exact identifiers and',
  'paths. Anything is a valid query; `"phrase"`, `-not`, `or`, `type:`, `file:`, `tool:`, `project:`, `author:`,',
  '`concept:`, `branch:`, `before:` and `after:` narrow it. Every hit says where it comes from, why it ranks where it',
  'does, and how many tokens it costs to open with GET /v1/records.',
].join(' ')

export const searchRoutes = (useCases: Deps, metrics: Metrics): Route[] => [
  ...routesOfSearch(useCases, metrics),
  ...routesOfReading(useCases),
]

const routesOfSearch = (useCases: Deps, metrics: Metrics): Route[] => {
  const search = async (
    scope: Parameters<UseCases['search']>[0],
    query: SearchQuery,
    { reply, fields }: { reply: FastifyReply; fields: Iterable<string> },
  ): Promise<SearchResponse> => {
    const stop = metrics.searches.startTimer({ door: 'rest' })
    try {
      const found = await whileAsking(reply, (options) => useCases.search(scope, query, options))
      return { ...found, notes: [...notesOn(fields), ...found.notes] }
    } finally {
      stop()
    }
  }
  return [
    teamRoute({
      method: 'GET',
      path: API_ROUTES.search,
      id: 'search',
      needs: 'viewer',
      tag: 'Search',
      summary: 'Search',
      description: SEARCH_DESCRIPTION,
      query: searchParametersSchema,
      answer: searchResponseSchema,
      failures: [422, 503],
      run: (scope, { query }, { reply }) =>
        search(scope, query, { reply, fields: parametersOf(reply) }),
    }),
    teamRoute({
      method: 'POST',
      path: API_ROUTES.search,
      id: 'searchByPost',
      needs: 'viewer',
      tag: 'Search',
      summary: 'Search, with the query in the body',
      description: `For questions longer than an address may be, or that must not stand in one. ${SEARCH_DESCRIPTION}`,
      body: searchBodySchema,
      answer: searchResponseSchema,
      failures: [422, 503],
      run: (scope, { body }, { reply }) =>
        search(scope, searchIn(body), { reply, fields: Object.keys(body) }),
    }),
  ]
}

/** The second step: opening what a search found, or a brief of it all. */
const routesOfReading = (useCases: Deps): Route[] => [
  teamRoute({
    method: 'GET',
    path: API_ROUTES.records,
    id: 'getRecords',
    needs: 'viewer',
    tag: 'Search',
    summary: 'Open records',
    description: [
      'Full records by id: the second step after a search. Records come in the order asked for until the budget of',
      'tokens is used up; what was left out is named with its cost, and so are ids that do not exist. `around` opens so',
      'many messages before and after each one too, marked by `neighbour_of`.',
    ].join(' '),
    query: recordsQuerySchema,
    answer: recordsResponseSchema,
    failures: [422],
    run: (scope, { query }) =>
      useCases.getRecords(scope, {
        ids: query.ids.split(','),
        budget_tokens: query.budget_tokens,
        around: query.around,
      }),
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.context,
    id: 'getContext',
    needs: 'viewer',
    tag: 'Search',
    summary: 'Get a brief',
    description: [
      'A brief for a coding agent about to work: what the team knows of a project, a question or some files, never',
      'above the budget of tokens, with the ids to open for more.',
    ].join(' '),
    query: contextQuerySchema,
    answer: contextResponseSchema,
    failures: [422, 503],
    run: (scope, { query }, { reply }) =>
      whileAsking(reply, (options) => useCases.getContext(scope, query, options)),
  }),
]
