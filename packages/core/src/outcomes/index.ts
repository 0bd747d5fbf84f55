/** What becomes of work, and what follows from it for what the team believes. */

export type { Concluded } from './conclude-pull-request.ts'
export { type DrawFromSession, makeDrawFromSession } from './draw-from-session.ts'
export { type DrawOutcomes, makeDrawOutcomes } from './draw-outcomes.ts'
export { makeNotePullRequest, type NotePullRequest } from './note-pull-request.ts'
export { makeReportPullRequest } from './report-pull-request.ts'
export { makeReportRun, type ReportedRun, type Run } from './report-run.ts'
export { createResemblance } from './resembles.ts'
