/** What may fail a check: items of a kind, or what a memory that the change touches is in doubt by. */
export const GATES = [
  'tried',
  'invariant',
  'gotcha',
  'decision',
  'convention',
  'stale',
  'contradicted',
] as const
export type Gate = (typeof GATES)[number]

/** Forms of a report. */
export const REPORT_FORMATS = ['markdown', 'json', 'sarif', 'junit'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]
