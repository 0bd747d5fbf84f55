import { API_ROUTES, timelineQuerySchema, timelineResponseSchema } from '@teamlore/shared'
import type { Route } from '../../routing/route.ts'
import type { UseCases } from '../../use-cases.ts'
import { questionRoutes } from './question-routes.ts'

export const timelineRoutes = ({ getTimeline }: Pick<UseCases, 'getTimeline'>): Route[] =>
  questionRoutes({
    path: API_ROUTES.timeline,
    id: 'getTimeline',
    summary: 'See what happened around something',
    description: [
      'Prompts, messages, observations, summaries and sessions before and after one of them (`around`, an id), a moment',
      '(`at`) or the best hit of a question (`q`), oldest first, in the same project unless told otherwise. Each entry says',
      'what opening it with GET /v1/records costs. With `budget_tokens` the nearest entries that fit are given, and what was',
      'left out is counted.',
    ].join(' '),
    fields: timelineQuerySchema,
    answer: timelineResponseSchema,
    failures: [404, 422, 503],
    run: getTimeline,
  })
