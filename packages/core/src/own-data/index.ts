export { type ExportOwn, makeExportOwn } from './export-own.ts'
