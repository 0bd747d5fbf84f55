import type { ImportReport } from './import.types.ts'

/** Whether nothing was met that is a session, here or on the server, nor anything that failed. */
export const holdsNothing = (report: ImportReport): boolean =>
  !report.stopped &&
  report.failed.length === 0 &&
  [
    ...[report.sessions, report.sent.sessions, report.unchanged.sessions],
    ...[report.leftOut.sessions, report.older],
  ].every((amount) => amount === 0)
