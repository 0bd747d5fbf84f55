export { makeNoteOnFile } from '../projects/note-on-file.ts'
export { makeGetWhy } from './get-why.ts'
export { makeReportChange, makeWeighChange } from './report-change.ts'
