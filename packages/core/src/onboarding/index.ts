export { makeGetOnboarding } from './get-onboarding.ts'
export { makeGetScore } from './get-score.ts'
