/** What becomes of work, and what follows from it for what the team believes. */
export { type DrawOutcomes, makeDrawOutcomes } from './draw-outcomes.ts'
export { type DrawTests, makeDrawTests } from './draw-tests.ts'
export { makeReportPullRequest } from './report-pull-request.ts'
export { createResemblance } from './resembles.ts'
