export { type ApplyRetention, makeApplyRetention } from './apply.ts'
export { makeGetRetention, makeSetRetention } from './policy.ts'
export { makePreviewRetention } from './preview.ts'
