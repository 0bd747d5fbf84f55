export { makeGetWhy } from './get-why.ts'
export { makeReportChange } from './report-change.ts'
