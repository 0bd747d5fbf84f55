import {
  makeAskTombstones,
  makeErasePerson,
  makeForget,
  makeForgetMany,
  makeGetForgettingSettings,
  makeGetTombstoneMark,
  makeIsForgotten,
  makeLiftHold,
  makeListDeletions,
  makeListHolds,
  makePreviewErasePerson,
  makePreviewForget,
  makePreviewForgetMany,
  makeSetForgettingSettings,
  makeSetHold,
  makeUndoDeletion,
} from '@teamlore/core/forgetting'
import type { Collaborators } from '../../platform/collaborators.ts'

/** What people want forgotten, until it is purged. */
export const forgettingUseCases = (deps: Collaborators) => ({
  previewForget: makePreviewForget(deps),
  forget: makeForget(deps),
  previewForgetMany: makePreviewForgetMany(deps),
  forgetMany: makeForgetMany(deps),
  previewErasePerson: makePreviewErasePerson(deps),
  erasePerson: makeErasePerson(deps),
  listDeletions: makeListDeletions(deps),
  undoDeletion: makeUndoDeletion(deps),
  listHolds: makeListHolds(deps),
  setHold: makeSetHold(deps),
  liftHold: makeLiftHold(deps),
  getTombstoneMark: makeGetTombstoneMark(deps),
  askTombstones: makeAskTombstones(deps),
  isForgotten: makeIsForgotten(deps),
  getForgettingSettings: makeGetForgettingSettings(deps),
  setForgettingSettings: makeSetForgettingSettings(deps),
})

export type ForgettingUseCases = ReturnType<typeof forgettingUseCases>
