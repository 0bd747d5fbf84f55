import {
  onboardingQuerySchema,
  onboardingSchema,
  scoreQuerySchema,
  scoreSchema,
} from '../contracts/onboarding.contract.ts'
import { route } from './route.ts'

export const onboardingRoutes = {
  score: route({
    method: 'GET',
    path: '/v1/score',
    id: 'getScore',
    needs: 'viewer',
    tag: 'Memories',
    docs: 'how well a `project` is known: coverage, freshness and depth of its memories, by folder',
    summary: 'Get the score of a project',
    description:
      'Which folders have memories, how much of it is stale, and how much stands behind it. Of what the asker may read; it says nothing of whether a memory is right.',
    query: scoreQuerySchema,
    answer: scoreSchema,
    failures: [404, 422],
  }),
  onboarding: route({
    method: 'GET',
    path: '/v1/onboarding',
    id: 'getOnboarding',
    needs: 'viewer',
    tag: 'Memories',
    docs: 'a brief for a person who joins a `project`: what it is, decisions, gotchas, who works on what, recent work, open threads; within `budget_tokens`',
    summary: 'Get a brief for a newcomer',
    description:
      'What a person who joins a project wants to know first, as Markdown and in parts. Whole entries within the budget; what was left out is counted.',
    query: onboardingQuerySchema,
    answer: onboardingSchema,
    failures: [404, 422],
  }),
} as const
