import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { OnboardingUseCases } from './onboarding.use-cases.ts'

/** How well a project is known, and what a person who joins it wants to know. */
export const onboardingHandlers = (
  useCases: OnboardingUseCases,
): Handlers<Pick<Routes, 'score' | 'onboarding'>> => ({
  score: (scope, { query }) => useCases.getScore(scope, query),
  onboarding: (scope, { query }) => useCases.getOnboarding(scope, query),
})
