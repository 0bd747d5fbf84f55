import { type RequiredKind, requiredKindSchema } from '@teamlore/shared/integrations'

/** What may fail a check: items of a kind, or what a memory that the change touches is in doubt by. */
export const GATES = requiredKindSchema.options
export type Gate = RequiredKind

/** Forms of a report. */
export const REPORT_FORMATS = ['markdown', 'json', 'sarif', 'junit'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]
