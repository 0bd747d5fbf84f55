export { makeReportComments, type ReportComments } from './report-comments.ts'
