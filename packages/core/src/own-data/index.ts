export { type ExportOwn, makeExportOwn } from './export-own.ts'
export { makeReportExport } from './report-export.ts'
