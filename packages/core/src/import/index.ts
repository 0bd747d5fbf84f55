export { makeIngestWithinQuota } from '../ingest/within-quota.ts'
export { type ImportRecords, makeImportRecords } from './import-records.ts'
export { makeCreateObservation, makeCreatePrompt, makeCreateSummary } from './single-record.ts'
