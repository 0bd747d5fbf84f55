export { HoldoutPage } from './holdout-page.tsx'
export { HoldoutOfProject } from './holdout-result.tsx'
