import { API_ROUTES, timelineQuerySchema, timelineResponseSchema } from '@teamlore/shared'
import { type Route, teamRoute } from '../../routing/route.ts'
import { whileAsking } from '../../routing/while-asking.ts'
import type { UseCases } from '../../use-cases.ts'

export const timelineRoutes = ({ getTimeline }: Pick<UseCases, 'getTimeline'>): Route[] => [
  teamRoute({
    method: 'GET',
    path: API_ROUTES.timeline,
    id: 'getTimeline',
    needs: 'viewer',
    tag: 'Search',
    summary: 'See what happened around something',
    description: [
      'Prompts, messages, observations, summaries and sessions before and after one of them (`around`, an id), a moment',
      '(`at`) or the best hit of a question (`q`), oldest first, in the same project unless told otherwise. Each entry says',
      'what opening it with GET /v1/records costs. With `budget_tokens` the nearest entries that fit are given, and what was',
      'left out is counted.',
    ].join(' '),
    query: timelineQuerySchema,
    answer: timelineResponseSchema,
    failures: [404, 422, 503],
    run: (scope, { query }, { reply }) =>
      whileAsking(reply, (options) => getTimeline(scope, query, options)),
  }),
]
