import {
  API_ROUTES,
  listObservationsQuerySchema,
  listSummariesQuerySchema,
  observationPageSchema,
  observationSchema,
  summaryPageSchema,
  summarySchema,
} from '@teamlore/shared'
import { idParams } from '../../routing/id-params.ts'
import { type Route, teamRoute } from '../../routing/route.ts'
import type { UseCases } from '../../use-cases.ts'

type Deps = Pick<UseCases, 'listObservations' | 'getObservation' | 'listSummaries' | 'getSummary'>

/** What was distilled out of sessions. */
export const knowledgeRoutes = (useCases: Deps): Route[] => [
  teamRoute({
    method: 'GET',
    path: API_ROUTES.observations,
    id: 'listObservations',
    needs: 'viewer',
    tag: 'Knowledge',
    summary: 'List observations',
    description:
      'Findings distilled from sessions: decisions, bug fixes, features, refactorings, discoveries and changes, the newest first.',
    query: listObservationsQuerySchema,
    answer: observationPageSchema,
    failures: [404, 422],
    run: (scope, { query }) => useCases.listObservations(scope, query),
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.observation,
    id: 'getObservation',
    needs: 'viewer',
    tag: 'Knowledge',
    summary: 'Get an observation',
    description: 'One finding, with the session and the message it rests on.',
    params: idParams('obs'),
    answer: observationSchema,
    failures: [422],
    run: (scope, { params }) => useCases.getObservation(scope, params),
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.summaries,
    id: 'listSummaries',
    needs: 'viewer',
    tag: 'Knowledge',
    summary: 'List summaries',
    description:
      'Summaries of sessions, one for each prompt and what followed it, the newest first.',
    query: listSummariesQuerySchema,
    answer: summaryPageSchema,
    failures: [404, 422],
    run: (scope, { query }) => useCases.listSummaries(scope, query),
  }),
  teamRoute({
    method: 'GET',
    path: API_ROUTES.summary,
    id: 'getSummary',
    needs: 'viewer',
    tag: 'Knowledge',
    summary: 'Get a summary',
    description:
      'What was asked, investigated, learned and completed after one prompt, and what was left to do.',
    params: idParams('sum'),
    answer: summarySchema,
    failures: [422],
    run: (scope, { params }) => useCases.getSummary(scope, params),
  }),
]
