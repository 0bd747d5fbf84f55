export { type CompareHoldout, makeCompareHoldout } from './compare-project.ts'
export { makeGetHoldout, makeSetHoldout } from './holdout.ts'
export { makeReportHoldoutArms } from './report-arms.ts'
