export { recordForgotten } from '../records/records.errors.ts'
export { makeAskTombstones, makeGetTombstoneMark } from './ask-tombstones.ts'
export {
  makeGetForgettingSettings,
  makeIsForgotten,
  makeListDeletions,
  makeSetForgettingSettings,
  makeUndoDeletion,
} from './deletions.ts'
export { makeForgetMany, makePreviewForgetMany } from './forget-many.ts'
export { makeForget, makePreviewForget } from './forget-one.ts'
export { makeErasePerson, makePreviewErasePerson } from './forget-person.ts'
export { makeLiftHold, makeListHolds, makeSetHold } from './holds.ts'
export { makePurgeDeletion, type PurgeDeletion } from './purge-deletion.ts'
