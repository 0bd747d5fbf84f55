import { makeGetOnboarding, makeGetScore } from '@teamlore/core/onboarding'
import type { Collaborators } from '../../platform/collaborators.ts'

export const onboardingUseCases = ({ unitOfWork, now }: Collaborators) => ({
  getScore: makeGetScore({ unitOfWork }),
  getOnboarding: makeGetOnboarding({ unitOfWork, now }),
})

export type OnboardingUseCases = ReturnType<typeof onboardingUseCases>
