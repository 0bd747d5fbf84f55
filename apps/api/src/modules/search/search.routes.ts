import {
  API_ROUTES,
  contextQuerySchema,
  contextResponseSchema,
  recordsQuerySchema,
  recordsResponseSchema,
  searchQuerySchema,
  searchResponseSchema,
} from '@teamlore/shared'
import type { Metrics } from '../../plugins/metrics.ts'
import { type Route, teamRoute } from '../../routing/route.ts'
import type { UseCases } from '../../use-cases.ts'
import { questionRoutes } from './question-routes.ts'

type Deps = Pick<UseCases, 'search' | 'getContext' | 'getRecords'>

export const searchRoutes = (useCases: Deps, metrics: Metrics): Route[] => [
  ...routesOfSearch(useCases, metrics),
  ...routesOfReading(useCases),
]

const routesOfSearch = ({ search }: Deps, metrics: Metrics): Route[] =>
  questionRoutes({
    path: API_ROUTES.search,
    id: 'search',
    summary: 'Search',
    description: [
      'Finds what bears on a question in everything the team may see, by words, by meaning and by exact identifiers and',
      'paths. Anything is a valid query; `"phrase"`, `-not`, `or`, `type:`, `file:`, `tool:`, `project:`, `author:`,',
      '`concept:`, `branch:`, `before:` and `after:` narrow it. Every hit says where it comes from, why it ranks where it',
      'does, and how many tokens it costs to open with GET /v1/records.',
    ].join(' '),
    fields: searchQuerySchema,
    answer: searchResponseSchema,
    failures: [422, 503],
    run: async (scope, query, options) => {
      const stop = metrics.searches.startTimer({ door: 'rest' })
      try {
        return await search(scope, query, options)
      } finally {
        stop()
      }
    },
  })

/** The second step: opening what a search found, or a brief of it all. */
const routesOfReading = ({ getRecords, getContext }: Deps): Route[] => [
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
      getRecords(scope, {
        ids: query.ids.split(','),
        budget_tokens: query.budget_tokens,
        around: query.around,
      }),
  }),
  ...questionRoutes({
    path: API_ROUTES.context,
    id: 'getContext',
    summary: 'Get a brief',
    description: [
      'A brief for a coding agent about to work: what the team knows of a project, a question or some files, never',
      'above the budget of tokens, with the ids to open for more.',
    ].join(' '),
    fields: contextQuerySchema,
    answer: contextResponseSchema,
    failures: [422, 503],
    run: getContext,
  }),
]
