export { ConsentPage } from './consent-page.tsx'
export { ClientCallsItself, ScopeChoice } from './scope-choice.tsx'
